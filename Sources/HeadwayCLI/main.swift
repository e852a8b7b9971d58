import HeadwayCore
import HeadwaySystem

// Two roads that must be fast are told apart before the argument parser is asked: the session
// leader of a running command, and the status line.
HeadwayProgram.main(CommandLine.arguments)

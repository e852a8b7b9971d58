import HeadwayCore
import HeadwaySystem

// What must be fast is told apart before the argument parser is asked: the session leader of a
// running command, a run without options, and the status line.
HeadwayProgram.main(CommandLine.arguments)

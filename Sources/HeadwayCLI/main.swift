import HeadwayCore
import HeadwaySystem

// What must be fast is told apart before the argument parser is asked: the fork server of
// queued tasks, a run without options, a submit, and the status line.
HeadwayProgram.main(CommandLine.arguments)

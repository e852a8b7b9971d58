import HeadwayModel
import HeadwaySystem

// Frequent command lines must start fast, so the program recognises them before ArgumentParser is
// asked: the fork server of queued tasks, `run` and `submit` without options, and the status line.
HeadwayProgram.main(CommandLine.arguments)

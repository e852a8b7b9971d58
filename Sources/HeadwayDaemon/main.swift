import HeadwayHub

HubProgram.main(CommandLine.arguments)

import HeadwayHub

await HubProgram.main(CommandLine.arguments)

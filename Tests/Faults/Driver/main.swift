import ArgumentParser

FaultsCommand.main()

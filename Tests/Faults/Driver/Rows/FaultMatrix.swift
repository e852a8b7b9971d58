/// Every fault of the matrix, in its order.
enum FaultMatrix {
  static let rows: [FaultRow] = [
    .hubKilled, .hubStopped, .workerKilled, .supervisorKilled, .rush, .socketLost,
    .otherVersions, .subscriberStopped, .connectionStorm, .descriptorsExhausted, .hostileLines,
    .hostileTexts,
    .wideTexts, .diskTroubles, .printAndExit, .grandchildren, .deafChildren, .terminalClosed,
    .resizeStorm,
    .monitorSignals, .poorTerminals, .clockJumps, .otherUsers, .tmuxHung, .queueKilled,
    .dyingHub, .resourceLimits, .lostLog, .oddFiles, .lowMemory, .longChains, .quotas, .floods,
  ]
}

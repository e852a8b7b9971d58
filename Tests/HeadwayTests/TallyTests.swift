import HeadwayModel
import Testing

@testable import Headway

/// How stages roll up.
@Suite struct TallyTests {
  @Test("without stages units are as they are")
  func withoutStagesUnitsAreAsTheyAre() {
    let reading = Tally(completed: 7, total: 10, estimated: 2).reading
    #expect(reading == ProgressReading(completed: 7, total: 10, estimated: 2))
    #expect(Tally(completed: 7).reading == ProgressReading(completed: 7, estimated: 0))
  }

  @Test("a stage counts as far as it is done")
  func aStageCountsAsFarAsItIsDone() {
    let tally = Tally(
      completed: 0, total: 100,
      stages: [stage(20, isFinished: true), stage(80, Tally(completed: 1, total: 4))])
    #expect(tally.reading == percent(40))
  }

  @Test("a stage can have stages of its own")
  func stagesHaveStages() {
    let inner = Tally(completed: 0, total: 10, stages: [stage(5, isFinished: true)])
    let tally = Tally(completed: 10, total: 100, stages: [stage(50, inner)])
    #expect(tally.reading == percent(35))
    #expect(tally.path == ["stage"])
  }

  @Test("what is guessed stays apart")
  func whatIsGuessedStaysApart() {
    let convert = Tally(completed: 2, total: 10, estimated: 3)
    let reading = Tally(completed: 0, total: 100, stages: [stage(50, convert)]).reading
    #expect(reading.completed == 1000 && reading.estimated == 1500)
  }

  @Test("a stage of unknown total counts when it is finished")
  func aStageOfUnknownTotalCountsWhenItIsFinished() {
    #expect(Tally(completed: 0, total: 10, stages: [stage(5, Tally(completed: 99))]).measured == 0)
    #expect(Tally(completed: 0, total: 10, stages: [stage(5, isFinished: true)]).measured == 0.5)
  }

  @Test("more than the total is the total")
  func moreThanTheTotalIsTheTotal() {
    let greedy = Tally(completed: 50, total: 10, stages: [stage(70, isFinished: true)])
    #expect(greedy.reading == percent(100))
    #expect(
      Tally(completed: 0, total: 4, stages: [stage(9, Tally(completed: 9, total: 3))])
        .measured == 1)
  }

  @Test("without a total the weights are all there is")
  func withoutATotalTheWeightsAreAllThereIs() {
    let tally = Tally(completed: 0, stages: [stage(1, isFinished: true), stage(3)])
    #expect(tally.reading == percent(25))
  }

  private func stage(
    _ weight: Int64, _ tally: Tally = Tally(completed: 0), isFinished: Bool = false
  ) -> StageShare {
    StageShare(name: "stage", weight: weight, isFinished: isFinished, tally: tally)
  }

  private func percent(_ percent: Double) -> ProgressReading {
    var reading = ProgressReading.percent(percent) ?? ProgressReading()
    reading.estimated = 0
    return reading
  }
}

/// One fault of the matrix: what is done, how often, and in what time.
struct FaultRow: Sendable {
  let number: Int
  let fault: String
  /// What the count counts.
  let unit: String
  let fullCount: Int
  let shortCount: Int
  /// A row that takes longer is broken: it hangs.
  var limit: Duration = .seconds(600)
  /// It mounts file systems: who isn't root does so in a user namespace, where there is one.
  var mounts = false
  let body: @Sendable (FaultScene) async throws -> Void
}

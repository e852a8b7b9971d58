import HeadwayModel
import HeadwaySlurm

/// Output of Slurm 22.05.8, as a cluster of one node printed it.
enum Recorded {
  /// Returns an entry of squeue: the fields before the free text, and the free text with its
  /// padding. The head has all fields but whether Slurm requeues the job.
  static func entry(
    _ head: String, isRequeuable: Bool = true, comment: String = "(null)", name: String
  ) -> [UInt8] {
    var fields = head.split(separator: "|", omittingEmptySubsequences: false)
    fields.insert(isRequeuable ? "1" : "0", at: 12)
    return Array(fields.joined(separator: "\u{1F}").utf8) + [0x1F]
      + padded(comment, to: SlurmQueue.commentWidth) + padded(name, to: SlurmQueue.nameWidth)
      + [0x1E, 0x0A]
  }

  private static func padded(_ text: String, to width: Int) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(width))
    return bytes + Array(repeating: UInt8(ascii: " "), count: width - bytes.count)
  }

  static let key = "0123456789abcdef0123456789abcdef"

  /// The jobs of one look.
  static let queue: [[UInt8]] = [
    entry(
      "62|N/A|RUNNING|main|localhost|1795969993|1795973593|59:57|2|1|0|0|(null)|None",
      comment: "headway:\(key).1", name: "hog"),
    entry(
      "7|N/A|PENDING|main||1795972727|1795973027|5:00|2|1|0|0|(null)|Resources",
      name: "waits for resources"),
    entry(
      "64|N/A|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|(null)|Priority", name: "日本語 名前 a|b"),
    entry(
      "11|N/A|PENDING|main||1795972726|1795976326|1:00:00|1|1|0|0|(null)|BeginTime",
      comment: "c1\nc2\u{1F}c3", name: "line1\nline2\u{1F}sep\tTab"),
    entry("13|N/A|PENDING|main||N/A|N/A|1:00:00|64|1|0|0|(null)|PartitionConfig", name: "toomany"),
    entry("15|N/A|PENDING|main||N/A|N/A|1:00:00|3|3|0|0|(null)|PartitionConfig", name: "nodes"),
    entry(
      "14|N/A|PENDING|main||N/A|N/A|5:00:00|1|1|0|0|(null)|PartitionTimeLimit", name: "toolong"),
    entry(
      "53|N/A|PENDING|main||N/A|N/A|UNLIMITED|1|1|0|0|(null)|PartitionTimeLimit", name: "wrap"),
    entry(
      "21|N/A|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|"
        + "afterok:7(unfulfilled),afterany:9(unfulfilled)|Dependency",
      name: "dep"),
    entry(
      "32|N/A|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|afterok:31(failed)|DependencyNeverSatisfied",
      name: "never"),
    entry(
      "33|N/A|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|singleton(unfulfilled)|Dependency",
      name: "never"),
    entry(
      "12|N/A|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|(null)|JobHeldUser",
      comment: "x JobState=COMPLETED Reason=None", name: "JobState=COMPLETED"),
    entry("9|N/A|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|(null)|JobHeldAdmin", name: "日本語 名前"),
    entry("35|11|PENDING|main||N/A|N/A|1:00:00|1|1|0|0|(null)|JobArrayTaskLimit", name: "wrap"),
    entry(
      "62|N/A|PENDING|main||1795970117|1795973717|1:00:00|2|1|1|0|(null)|BeginTime", name: "hog"),
    entry(
      "22|4|COMPLETED|main|localhost|1795969229|1795969232|59:57|1|1|0|0|(null)|None", name: "arr"),
    entry(
      "26|N/A|FAILED|main|localhost|1795969251|1795969251|1:00:00|1|1|0|768|(null)|NonZeroExitCode",
      name: "three"),
    entry(
      "27|N/A|FAILED|main|localhost|1795969254|1795969254|1:00:00|1|1|0|11|(null)|JobLaunchFailure",
      name: "segv"),
    entry(
      "18|0|CANCELLED|main||1795969172|1795969172|1:00:00|1|1|0|0|(null)|JobHeldUser", name: "arr"),
  ]

  /// Returns the only job of one entry.
  static func job(_ reason: String, dependency: String = "(null)", cpus: Int = 1) -> SlurmJob? {
    let head = "7|N/A|PENDING|main||N/A|N/A|1:00:00|\(cpus)|1|0|0|\(dependency)|\(reason)"
    return SlurmQueue.jobs(in: entry(head, name: "job")).jobs.first
  }

  /// The partition of the cluster, from sinfo.
  static let partitions = Array(
    "main\u{1F}0/2/0/2\u{1F}2\u{1F}1\u{1F}1:00:00\u{1F}1-infinite\n".utf8)
}

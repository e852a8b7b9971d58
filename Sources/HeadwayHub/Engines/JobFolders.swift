import Glibc
import HeadwayHubCore
import HeadwayLink
import HeadwayModel
import HeadwaySystem

/// The folders of jobs: one for each task that the hub gave to a cluster. Calls block.
struct JobFolders: Sendable {
  /// The folder of all of them. Hubs of several machines may share it.
  let path: String
  /// The hub to which folders belong: its machine and its state directory.
  let owner: String

  init(_ path: String, _ paths: HeadwayPaths) {
    self.path = path
    owner = "\(MachineName.own.folder) \(paths.stateDirectory)"
  }

  func files(of key: TaskKey) -> RelayFiles { RelayFiles(folder: "\(path)/\(key)") }

  /// The content of the file that says that a job is about to be submitted: the key in the job's
  /// comment, and the owner of the folder.
  func mark(_ comment: TaskKey) -> [UInt8] { Array("\(comment)\n\(owner)\n".utf8) }

  /// The key in the comment of the job, and whether the folder belongs to this hub. Nil for a folder
  /// without a mark.
  func readMark(of files: RelayFiles) -> (comment: TaskKey, isOwn: Bool)? {
    let bytes = (try? DurableFile.read(files.attempt, byteLimit: 8192)) ?? nil
    let lines = bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    guard let comment = lines.first.flatMap({ TaskKey($0) }) else { return nil }
    return (comment, lines.dropFirst().first.map { $0 == owner } ?? false)
  }

  /// The age from which the folder of a task that the record doesn't know is removed. A submission
  /// that was refused may still come through until then, and must find that out.
  private static let keptFor: Duration = .seconds(86_400)
  private static let countLimit = 100_000

  /// Removes the folders of this hub whose tasks the record doesn't have any more, a day after they
  /// were written last.
  func sweep(_ store: RecordStore, at now: WallTime) {
    let keys = directoryEntries(path).lazy.compactMap { TaskKey($0) }.prefix(Self.countLimit)
    let old = keys.filter { key in
      guard let mark = RegularFile(of: files(of: key).attempt), mark.owner == geteuid() else {
        return false
      }
      let age = .milliseconds(now.millisecondsSinceEpoch) - mark.writtenAt
      return age > Self.keptFor && readMark(of: files(of: key))?.isOwn == true
    }
    guard let known = try? store.known(Array(old)) else { return }
    for key in old where !known.contains(key) && !hasKnownPart(files(of: key), store) {
      remove(files(of: key).folder)
    }
  }

  /// Whether the record still has a part of the job array whose files are in this folder.
  private func hasKnownPart(_ files: RelayFiles, _ store: RecordStore) -> Bool {
    guard let bytes = (try? DurableFile.read(files.parts, byteLimit: 1 << 20)) ?? nil else {
      return false
    }
    let keys = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      TaskKey(String(decoding: line.suffix(32), as: UTF8.self))
    }
    return (try? store.known(keys).isEmpty) != true
  }

  /// Removes the files of a folder, and the folder. A folder within it stays, and keeps it.
  private func remove(_ folder: String) {
    for name in directoryEntries(folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}

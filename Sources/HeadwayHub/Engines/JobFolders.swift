import Glibc
import HeadwayConfig
import HeadwayHubCore
import HeadwayLink
import HeadwayModel
import HeadwaySlurm
import HeadwaySystem
import HeadwayWire

/// The folders of jobs: one for each task that the hub gave to a cluster. Calls block.
struct JobFolders: Sendable {
  /// The folder of all of them. Hubs of several machines may share it.
  let path: String
  /// The hub to which folders belong: its machine and its state directory.
  let owner: String
  /// Whether the config names the folder. Only a person knows where all nodes see such a folder, so it
  /// isn't made here.
  let isNamed: Bool

  init(_ path: String, _ paths: HeadwayPaths, isNamed: Bool) {
    (self.path, self.isNamed) = (path, isNamed)
    owner = "\(MachineName.own.folder) \(paths.stateDirectory)"
  }

  /// The folders of the setting.
  init(_ settings: HeadwayConfig.Slurm, _ paths: HeadwayPaths) {
    self.init(
      settings.folder ?? "\(paths.stateDirectory)/jobs", paths, isNamed: settings.folder != nil)
  }

  /// The files of a launch. Each submission of a task has a folder of its own.
  func files(of key: TaskKey, launch: Int) -> RelayFiles {
    RelayFiles(folder: "\(path)/\(Self.name(of: key, launch: launch))")
  }

  /// The name of the folder of a launch.
  static func name(of key: TaskKey, launch: Int) -> String { "\(key)-\(launch)" }

  /// The key in the name of a folder; nil for another name.
  private static func key(_ name: String) -> TaskKey? {
    guard name.utf8.count > 33, name.utf8.dropFirst(32).first == UInt8(ascii: "-") else {
      return nil
    }
    return TaskKey(name.prefix(32))
  }

  /// The content of the file that says that a job is about to be submitted: the mark in the job's
  /// comment, the owner of the folder, and whether the script carries the job to its node.
  func content(_ mark: SlurmMark, isCarried: Bool) -> [UInt8] {
    Array("\(mark)\n\(owner)\n\(isCarried ? "carried\n" : "")".utf8)
  }

  /// The mark in the comment of the job, whether the folder belongs to this hub, and whether the script
  /// carries the job to its node. Nil for a folder without a mark.
  func readMark(
    of files: RelayFiles
  ) -> (mark: SlurmMark, isOwn: Bool, isCarried: Bool)? {
    let bytes = (try? DurableFile.read(files.attempt, byteLimit: 8192)) ?? nil
    let lines = bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    guard let mark = lines.first.flatMap({ SlurmMark($0) }) else { return nil }
    return (
      mark, lines.dropFirst().first.map { $0 == owner } ?? false,
      lines.dropFirst(2).first == "carried"
    )
  }

  /// The age from which a folder is removed if the record doesn't know its task. A submission
  /// that was refused may still come through until then, and must find that out.
  private static let keptFor: Duration = .seconds(86_400)
  /// The age from which the folder of a job that has ended is removed if the record doesn't know its task.
  private static let endedTime: Duration = .seconds(600)
  private static let countLimit = 100_000

  /// Removes the folders of this hub whose tasks the record doesn't have any more. A hub leaves such
  /// folders if it is killed while it removes them. A job that hasn't ended may still need its folder, so
  /// the folder stays for a day.
  func sweep(_ store: RecordStore, at now: WallTime) {
    let names = directoryEntries(path).lazy.filter { Self.key($0) != nil }.prefix(Self.countLimit)
    let old = Array(names).filter { name in
      let files = RelayFiles(folder: "\(path)/\(name)")
      guard let mark = RegularFile(of: files.attempt), mark.owner == geteuid() else { return false }
      // The supervisor of a job that runs writes its state at least every 15 s.
      let writtenAt = RegularFile(of: files.state)?.writtenAt ?? mark.writtenAt
      let age = .milliseconds(now.millisecondsSinceEpoch) - writtenAt
      return age > (hasEnded(files) ? Self.endedTime : Self.keptFor)
        && readMark(of: files)?.isOwn == true
    }
    guard let known = try? store.known(old.compactMap { Self.key($0) }) else { return }
    for name in old where Self.key(name).map({ !known.contains($0) }) ?? false {
      let files = RelayFiles(folder: "\(path)/\(name)")
      if !hasKnownPart(files, store) { remove(files.folder) }
    }
  }

  /// Whether the supervisor of a job has written the end of the job.
  private func hasEnded(_ files: RelayFiles) -> Bool {
    guard let mark = readMark(of: files),
      let bytes = (try? DurableFile.read(files.state, byteLimit: RelayedState.byteLimit)) ?? nil
    else { return false }
    return (try? RelayedState(lines: bytes, of: mark.mark.key))?.ending != nil
  }

  /// Removes the folders of tasks that have left the record. The folder of a job array stays while the
  /// record has one of its parts. The folder of a refused submission stays for a day: see ``sweep(_:at:)``.
  func remove(_ keys: Set<TaskKey>, _ store: RecordStore) {
    for name in directoryEntries(path) {
      guard let key = Self.key(name), keys.contains(key) else { continue }
      let files = RelayFiles(folder: "\(path)/\(name)")
      if !hasKnownPart(files, store) { remove(files.folder) }
    }
  }

  /// Whether the record still has a part of the job array whose files are in this folder.
  private func hasKnownPart(_ files: RelayFiles, _ store: RecordStore) -> Bool {
    guard let bytes = (try? DurableFile.read(files.parts, byteLimit: 1 << 20)) ?? nil else {
      return false
    }
    let keys = bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      Self.key(String(decoding: line.drop { $0 != UInt8(ascii: " ") }.dropFirst(), as: UTF8.self))
    }
    return (try? store.known(keys).isEmpty) != true
  }

  /// Removes the files of a folder, and the folder. A folder within it stays, and keeps it.
  private func remove(_ folder: String) {
    for name in directoryEntries(folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }
}

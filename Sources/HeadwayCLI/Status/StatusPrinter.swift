import Glibc
import HeadwayCore
import HeadwayLink
import HeadwayMonitor
import HeadwaySystem
import HeadwayWire

/// Asks for the summary and prints it, once or for as long as somebody reads.
struct StatusPrinter {
  private let format: StatusFormat

  /// A hub that doesn't answer within this is said to be hung.
  private static let patience: Duration = .milliseconds(80)

  init(_ format: StatusFormat) { self.format = format }

  /// The exit status: 0, 1 with nothing to show, 69 for a hub that hangs.
  func printOnce() throws(CommandFailure) -> Int32 {
    let paths = try Hub.paths()
    do {
      let summary = try SummaryQuery.ask(paths, patience: Self.patience)
      guard let line = format.line(summary) else { return 1 }
      StandardStreams.print(line)
      return 0
    } catch .hubSilent {
      StandardStreams.print(format.hubSilentLine)
      return HeadwayProgram.ExitStatus.noHub.rawValue
    } catch .noHub {
      return 1
    } catch {
      StandardStreams.complain("\(error)")
      return HeadwayProgram.ExitStatus.noHub.rawValue
    }
  }

  /// Until the reader goes, which ends the program; an empty one when there is nothing to show. The first line comes at
  /// once: tmux says "not ready" of a command that has printed nothing.
  func follow() throws(CommandFailure) -> Never {
    let paths = try Hub.paths()
    let link = MonitorLink(paths: paths, subject: .summary, mayStartHub: false)
    let waiter = HubArrival(paths: paths)
    var last: String?
    while true {
      var lines = link.step(now: SystemClocks.awake).compactMap(format.text(after:))
      if lines.isEmpty, last == nil, link.descriptor == nil { lines = [format.emptyLine] }
      for line in lines where line != last {
        StandardStreams.print(line)
        last = line
      }
      link.mindsSilence = last != nil && last != format.emptyLine
      waiter.wait(for: link)
    }
  }
}

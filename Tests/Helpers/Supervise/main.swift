import Glibc
import HeadwayModel
import HeadwaySupervisor
import HeadwaySystem

// `supervise COMMAND…`: `headway run` without a hub, for tests. Environment: SUPERVISE_LOG is the
// log's path, SUPERVISE_REPORTS takes what the hub would hear, SUPERVISE_ORDERS is read for orders;
// with SUPERVISE_TELLS_TERMINAL the terminal is told how far the command is, and with
// SUPERVISE_TELLS_STATUS how the command stands.
let arguments = OwnProcess.arguments

func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

guard arguments.count > 1 else { exit(64) }
OwnProcess.occupyClosedStreams()
var options = SupervisorOptions(command: Array(arguments.dropFirst()))
options.logPath = variable("SUPERVISE_LOG")
options.progressPath = options.logPath.map { $0 + HeadwayPaths.progressSuffix }
options.noticePath = variable("SUPERVISE_NOTICES")
options.tellsTerminal = variable("SUPERVISE_TELLS_TERMINAL") != nil
options.tellsStatus = variable("SUPERVISE_TELLS_STATUS") != nil
options.stallAfter = .milliseconds(400)
let hub = RecordingHub(
  reports: variable("SUPERVISE_REPORTS"), orders: variable("SUPERVISE_ORDERS"))
do {
  Supervisor.leave(as: try Supervisor(options: options, hub: hub).run())
} catch {
  print("unsupervised: \(error)")
  exit(EX_OSERR)
}

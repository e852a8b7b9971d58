// A worker that speaks Headway's wire protocol by itself: hashes every file of a folder, then
// compresses each, and reports both stages as they go. Usage: headway-demo-archive FROM TO
import Glibc
import HeadwayModel
import HeadwaySystem

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: headway-demo-archive FROM TO")
  exit(64)
}
let paths = try HeadwayPaths.resolve()
let job = ArchiveJob(source: arguments[1], target: arguments[2], paths: paths)
exit(job.run() ? 0 : 1)

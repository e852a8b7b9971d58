import CFuzzer
import FuzzTargets
import Glibc

/// `headway-fuzz --target=NAME [libFuzzer's arguments]`; without a target it lists them, with the
/// most bytes an input of each needs. libFuzzer passes over two dashes, and hands them on to the
/// processes that it starts from this program.
let option = "--target="
guard let name = CommandLine.arguments.first(where: { $0.hasPrefix(option) }) else {
  for target in FuzzTargetList.all { print(target.name, target.byteLimit) }
  exit(0)
}
guard let type = FuzzTargetList.target(named: String(name.dropFirst(option.count))) else {
  print("there is no such target: \(name)")
  exit(2)
}
nonisolated(unsafe) let target = type.init()

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(
  LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
    do {
      try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
      fatalError("\(error)")
    }
    return 0
  })

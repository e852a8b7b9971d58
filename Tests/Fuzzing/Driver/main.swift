import CFuzzer
import FuzzTargets
import Glibc

/// `headway-fuzz TARGET [libFuzzer's arguments]`; without a target it lists them, with the most
/// bytes an input of each needs.
guard CommandLine.argc > 1 else {
  for target in FuzzTargetList.all { print(target.name, target.byteLimit) }
  exit(0)
}
guard let type = FuzzTargetList.target(named: CommandLine.arguments[1]) else {
  print("there is no target \(CommandLine.arguments[1])")
  exit(2)
}
nonisolated(unsafe) let target = type.init()

var argumentCount = CommandLine.argc - 1
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
  LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
    do {
      try target.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
      fatalError("\(error)")
    }
    return 0
  })

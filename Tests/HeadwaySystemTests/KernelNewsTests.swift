import Foundation
import Glibc
import Testing

@testable import HeadwaySystem

@Suite("What the kernel tells of the machine") struct KernelNewsTests {
  /// A message of rtnetlink(7), with its padding.
  private static func message(_ type: UInt16, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
    let size = UInt32(length ?? 16 + body.count)
    let header = bytes(of: size) + bytes(of: type) + [UInt8](repeating: 0, count: 10)
    return header + body + [UInt8](repeating: 0, count: (4 - body.count % 4) % 4)
  }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }

  /// `rtmsg`: the family, the length of the destination's prefix, what else there is.
  private static func route(_ prefixLength: UInt8) -> [UInt8] {
    [2, prefixLength] + [UInt8](repeating: 0, count: 10)
  }

  @Test("interfaces and default routes matter, other routes and other messages don't")
  func routes() {
    let link = Self.message(16, [0])
    let lost = Self.message(25, Self.route(0))
    let local = Self.message(24, Self.route(24))
    let address = Self.message(20, [2, 0, 0, 0])
    #expect(RouteMessages.mayChangeTheWay(link[...]))
    #expect(RouteMessages.mayChangeTheWay(lost[...]))
    #expect(!RouteMessages.mayChangeTheWay(local[...]))
    #expect(!RouteMessages.mayChangeTheWay(address[...]))
    #expect(!RouteMessages.mayChangeTheWay([]))
    let several = local + address + lost
    #expect(RouteMessages.mayChangeTheWay(several[...]))
    #expect(!RouteMessages.mayChangeTheWay((local + address)[...]))
  }

  @Test("what makes no sense is a reason to look")
  func malformedRoutes() {
    let routes = Self.message(24, Self.route(24)) + Self.message(25, Self.route(8))
    for count in [1, 15, 17, 27, routes.count - 1] {
      #expect(RouteMessages.mayChangeTheWay(routes.prefix(count)), "\(count)")
    }
    let lengths = [0, 15, 29, Int(UInt32.max)]
    for length in lengths {
      let bytes = Self.message(24, Self.route(24), length: length)
      #expect(RouteMessages.mayChangeTheWay(bytes[...]), "\(length)")
    }
    let bodiless = Self.message(24, [])
    #expect(RouteMessages.mayChangeTheWay(bodiless[...]))
  }

  @Test("of devices only power supplies matter, whatever the bytes are")
  func devices() {
    let plugged = Array(
      "change@/devices/AC\0ACTION=change\0SUBSYSTEM=power_supply\0POWER_SUPPLY_ONLINE=1\0".utf8)
    let disk = Array("add@/devices/sda\0ACTION=add\0SUBSYSTEM=block\0".utf8)
    #expect(DeviceEvent.isOfPowerSupply(plugged[...]))
    #expect(!DeviceEvent.isOfPowerSupply(plugged.prefix(40)))
    #expect(!DeviceEvent.isOfPowerSupply(disk[...]))
    #expect(!DeviceEvent.isOfPowerSupply([]))
    let zeros = [UInt8](repeating: 0, count: 70)
    #expect(!DeviceEvent.isOfPowerSupply(zeros[...]))
  }

  @Test("pressure of memory is told by a file of the kernel, or not at all")
  func pressure() {
    #expect(throws: SystemError.self) { try PressureNews(path: "/nowhere/memory.pressure") }
    let news = try? PressureNews()
    #expect(news == nil || news?.path.hasPrefix("/") == true)
    #expect(news.map { fcntl($0.descriptor, F_GETFD) & FD_CLOEXEC != 0 } ?? true)
  }

  @Test("a report matters if programs have waited, not because the watch is new")
  func firstReport() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "pressure-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func write(_ total: String) throws {
      let text = "some avg10=0.00 avg60=0.00 avg300=0.00 total=\(total)\nfull avg10=0.00 total=9\n"
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    try write("86000000")
    let news = try PressureNews(path: path)
    // The trigger lies over the text of this file, unlike in a file of the kernel.
    news.discardPast()
    try write("86000000")
    news.discardPast()
    try write("86013675")
    #expect(!news.drain(), "14 ms of waiting")
    try write("86613675")
    #expect(news.drain(), "600 ms of waiting")
    #expect(!news.drain(), "none since the last report")
    try write("99000000")
    news.discardPast()
    #expect(!news.drain(), "none since the watch began again")
    for odd in ["", "-1", "99999999999999999999", "1", "2"] {
      try write(odd)
      #expect(news.drain() == (odd != "2"), "\(odd)")
    }
  }

  @Test("sockets and timers that nothing happened to have no news, and say so at once")
  func quiet() throws {
    let clock = try ClockNews()
    #expect(!clock.drain())
    // Other processes may change routes and devices meanwhile: only that it comes back is certain.
    let sources: [any KernelNews] = [try RouteNews()] + ((try? PowerNews()).map { [$0] } ?? [])
    for source in sources {
      _ = source.drain()
      #expect(fcntl(source.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }
  }
}

import HeadwayModel
import Testing

@testable import HeadwayRecognition

/// What a command line says and no output does.
@Suite struct RequestTests {
  /// The seconds of output that `command` makes of a minute; nil if that isn't known.
  private func seconds(_ command: String) -> Int64? {
    let cut = MediaCut(command.split(separator: " ").map(String.init))
    return cut.total(of: Amount(milliseconds: 60_000)).map { $0.value / 1000 }
  }

  @Test(
    "ffmpeg makes the part that is asked for",
    arguments: [
      ("ffmpeg -i a b", 60), ("ffmpeg -i a -t 20 b", 20), ("ffmpeg -t 00:01:30 -i a b", 60),
      ("ffmpeg -i a -to 00:00:24 b", 24), ("ffmpeg -ss 40 -i a b", 20),
      ("ffmpeg -ss 10 -to 30 -i a b", 20), ("nice ffmpeg -ss 10 -i a -to 30 b", 30),
      ("ffmpeg -i a -ss 10 -to 30 b", 20), ("ffmpeg -to 30 -ss 10 -i a b", 20),
      ("/usr/bin/ffmpeg -stream_loop 2 -i a b", 180), ("rm -t 5", 60), ("", 60),
    ] as [(String, Int64)])
  func ffmpegMakesThePartThatIsAskedFor(_ command: String, _ expected: Int64) {
    #expect(seconds(command) == expected)
  }

  @Test(
    "where a part isn't known there is no total",
    arguments: [
      "ffmpeg -i a -vf setpts=3*PTS b", "ffmpeg -f concat -i a b", "ffmpeg -stream_loop -1 -i a b",
      "ffmpeg -i a -t $LONG b", "ffmpeg -ss 90 -i a b", "ffmpeg -t 5 -i a -i b c",
      "ffmpeg -sseof -10 -i a b", "ffmpeg -ss 30 -to 10 -i a b",
      "ffmpeg -i a -t 5 b ; ffmpeg -i a c", "ffmpeg -i a -t 99999999999999999999 b",
    ])
  func whereAPartIsNotKnownThereIsNoTotal(_ command: String) {
    #expect(seconds(command) == nil)
  }

  @Test("a script is read for its passes")
  func aScriptIsReadForItsPasses() {
    #expect(Request(["sh", "-c", "x264 --pass 1 a && x264 --pass 2 a"]).passes == 2)
    #expect(Request(["ffmpeg", "-pass", "1", "-i", "a"]).passes == 1)
    #expect(Request([]).passes == 1)
  }

  @Test("frames that are asked for are the total")
  func framesThatAreAskedForAreTheTotal() {
    let line = "frame=  90 fps=30 q=29.0 size=       0kB time=00:00:03.00 bitrate=N/A speed= 1x\r"
    let duration = "  Duration: 00:01:00.00, start: 0.000000\n"
    let seen = readings(
      of: [duration, "\r\(line)"].map { Array($0.utf8) }, command: "ffmpeg -i a -frames:v 450 b")
    #expect(seen.map(\.reading.completed) == [90])
    #expect(seen.map(\.reading.total) == [450])
  }
}

import HeadwayModel
import Testing

/// The place of a task in a trace.
@Suite("Trace contexts")
struct TraceContextTests {
  private let key = TaskKey(high: 0x0123_4567_89ab_cdef, low: 0x1122_3344_5566_7788)

  @Test("without a trace around it, the task begins one that its key names")
  func begins() {
    let context = TraceContext(of: key, launch: 1, within: nil)
    #expect(context.trace == "\(key)" && context.flags == "01" && !context.isInherited)
    #expect(context.description == "00-\(key)-\(context.span)-01")
    #expect(context.span.utf8.count == 16)
    let next = TraceContext(of: key, launch: 2, within: nil)
    #expect(next.trace == context.trace && next.span != context.span)
    #expect(TraceContext(of: key, launch: 1, within: nil) == context, "the same for each reader")
    let zero = TraceContext(of: TaskKey(high: 0, low: 0), launch: 0, within: nil)
    #expect(zero.trace.hasSuffix("1") && zero.span == "0000000000000001", "zeros are no id")
  }

  @Test("the task is below the span that it inherits")
  func inherits() {
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"
    let context = TraceContext(of: key, launch: 1, within: parent)
    #expect(context.trace == "4bf92f3577b34da6a3ce929d0e0e4736" && context.flags == "00")
    #expect(context.isInherited && context.span != "00f067aa0ba902b7")
    let later = TraceContext(of: key, launch: 1, within: "cc" + parent.dropFirst(2) + "-more")
    #expect(later.isInherited && later.description.hasPrefix("00-4bf9"))
  }

  @Test(
    "what isn't a traceparent counts as none",
    arguments: [
      "", "x", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
      "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.",
      String(repeating: "-", count: 55), String(repeating: "00-", count: 10_000),
    ])
  func faulty(text: String) {
    #expect(!TraceContext(of: key, launch: 1, within: text).isInherited)
  }
}

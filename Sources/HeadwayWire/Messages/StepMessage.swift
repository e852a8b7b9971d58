package import HeadwayCore

/// A task in view goes on: of all that was said of it last, only this has changed.
package struct StepMessage: MessageBody {
  package static let type = "step"
  package var step: TaskStep

  package init(_ step: TaskStep) { self.step = step }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: TaskSnapshot.Field.self)
    step = TaskStep(
      key: try fields.decode(TaskKey.self, forKey: .key),
      subtitle: try fields.decodeIfPresent(SanitisedText.self, forKey: .subtitle),
      progress: try TaskProgressView(fields), elapsed: try fields.seconds(.elapsed))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = FieldWriter<TaskSnapshot.Field>(encoder)
    try fields.write(step.key, .key)
    try fields.write(step.subtitle, .subtitle)
    try step.progress.write(to: &fields)
    try fields.write(step.elapsed?.inSeconds, .elapsed)
  }
}

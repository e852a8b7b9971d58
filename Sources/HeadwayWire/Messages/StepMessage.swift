package import HeadwayModel

/// A small change of a task in view: only the progress, the subtitle and the elapsed time.
///
/// The hub sends a step instead of the whole task to subscribers that asked for `steps`. Fields
/// that are missing are unknown now; all other fields of the task keep their values.
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

/// A long run without the user, made from a ``BGProcessingTaskRequest``.
///
/// The run has no time limit. A cancel or a stall reaches the expiration handler.
public class BGProcessingTask: BGTask, @unchecked Sendable {}

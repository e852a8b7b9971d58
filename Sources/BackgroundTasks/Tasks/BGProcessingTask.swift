/// A long run without the user.
public class BGProcessingTask: BGTask, @unchecked Sendable {}

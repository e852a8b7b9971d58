import HeadwayModel

/// The state of a task's work, as the program says it.
///
/// Headway shows the state. Only ``HeadwayTask/end(_:)`` ends a task.
/// The states are those of the Program Status Protocol (OSC 7501, revision 0.4).
public enum HeadwayState: Hashable, Sendable {
  /// The task works. A task begins with this state.
  case working
  /// The task has nothing to do for now. Nobody is asked about it.
  case idle
  /// The task waits for a person: the card says "needs you".
  case blocked(Need)
  /// The work is done, although the task goes on.
  case done
  /// The work has failed, although the task goes on.
  case error

  /// The thing that a task waits for.
  public enum Need: Hashable, Sendable {
    /// A person must permit something.
    case permission
    /// A person must answer a question.
    case question
    /// A person must sign in.
    case signIn
    /// A person must do something else.
    case attention
  }

  /// The state on the wire.
  var programState: ProgramState {
    switch self {
    case .working: .working
    case .idle: .idle
    case .blocked(.permission): .permission
    case .blocked(.question): .question
    case .blocked(.signIn): .signIn
    case .blocked(.attention): .blocked
    case .done: .done
    case .error: .error
    }
  }
}

import ArgumentParser
import HeadwayModel

/// The complaints of ArgumentParser about a command line.
///
/// ArgumentParser writes them in English. ``HeadwayProgram`` shows them in the language of the reader,
/// without the full stop at their end. This list makes them known to `demo/messages`.
enum ParserComplaint {
  static let sentences = [
    String(wire: "Unknown option '%s'"),
    String(wire: "Unknown option '%s'. Did you mean '%s'?"),
    String(wire: "Invalid option: %s"),
    String(wire: "Missing value for '%s'"),
    String(wire: "The option '%s' does not take any value, but '%s' was specified"),
    String(wire: "Unexpected argument '%s'"),
    String(wire: "%s unexpected arguments: '%s'"),
    String(wire: "Value to be set with flag %s had already been set with flag %s"),
    String(wire: "Missing expected argument '%s'"),
    String(wire: "Missing one of: '%s'"),
    String(wire: "Missing required subcommand"),
    String(wire: "The value '%s' is invalid for '%s'"),
    String(wire: "The value '%s' is invalid for '%s': %s"),
    String(wire: "The value '%s' is invalid for '%s'. Please provide one of '%s' and '%s'"),
    // The second place stands for all values between the first and the last one.
    String(wire: "The value '%s' is invalid for '%s'. Please provide one of '%s', '%s' or '%s'"),
  ]
}

extension ValidationError {
  /// Makes an error about the command line in the language of the reader.
  init(localized message: Message) { self.init(message.text) }
}

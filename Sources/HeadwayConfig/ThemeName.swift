/// The name of a theme of the monitor, as `[monitor] theme` has it.
///
/// The raw values are the words in the config file.
package enum ThemeName: String, Hashable, CaseIterable, Sendable {
  case terminal, dark, light
  case highContrast = "high-contrast"
  case mono
}

import ArgumentParser
import HeadwayModel

/// The option `--filter QUERY`, shared by all commands that list tasks. ``TaskQuery`` defines the
/// syntax.
///
/// ```sh
/// headway list --filter 'state:running group:ml'
/// ```
struct FilterOption: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Only those that match: state:running group:ml reason:failed id:com.example.* since:2h n:7-12 "
        + "title:… command:… or text; all of the words hold, - before one turns it round, * is any "
        + "text, a comma behind a key is \"or\". state: takes what the list says under STATE (failed, "
        + "silent, not-advancing, waiting), and live.",
      valueName: "query"))
  var filter: String?

  mutating func validate() throws { _ = try checked }

  /// The parsed filter. `validate` has already rejected a wrong one. Everything matches without the
  /// option.
  var query: TaskQuery { (try? checked) ?? .everything }

  /// Parses the option. Throws a `ValidationError` that names the mistake.
  private var checked: TaskQuery {
    get throws {
      do throws(QueryError) {
        return try TaskQuery(filter ?? "")
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }
}

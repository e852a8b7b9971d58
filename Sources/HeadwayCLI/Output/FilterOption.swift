import ArgumentParser
import HeadwayLink
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
      "Choose the tasks that match: state:running group:ml reason:failed id:com.example.* since:2h "
        + "started:>1h ended:2d exit:2 n:7-12 n:last array:12 title:… command:… or text. Terms are ANDed; -term excludes; key:a,b matches "
        + "either; * is any text. state: takes live, stalled, needs-you, and the words that "
        + "headway list shows under STATE (failed, silent, not-advancing, waiting).",
      valueName: "query"))
  var filter: String?

  mutating func validate() throws { _ = try checked }

  /// The parsed filter. `validate` has already rejected a wrong one. Everything matches without the
  /// option.
  var query: TaskQuery { (try? checked) ?? .everything }

  /// The filter, in which the newest task has its number.
  ///
  /// - Throws: `CommandFailure` if `n:last` is asked for and the hub can't be reached or lists none.
  var resolvedQuery: TaskQuery {
    get throws(CommandFailure) {
      let query = query
      guard query.namesNewest, case .number(let newest) = try OneTask.last.resolve() else {
        return query
      }
      return query.naming(newest: newest)
    }
  }

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

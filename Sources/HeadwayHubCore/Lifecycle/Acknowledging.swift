internal import HeadwayModel

/// The feature that hides ended tasks which a person has seen.
///
/// An acknowledged task leaves lists, cards and counts at once, also those of later hubs. The record
/// and the log keep it, and a person can still restart it. The next attempt is shown again.
enum Acknowledging {
  /// Acknowledges the ends of the named tasks: of all of them, or of none.
  ///
  /// Acknowledging twice is the same as once. The answer follows once the record has all of it.
  static func acknowledge(
    _ references: [TaskReference], by requester: Requester, in hub: inout HubContext
  ) {
    do throws(RefusedReference) {
      var keys: [TaskKey] = []
      for reference in references {
        let key = try hub.tasks.key(of: reference)
        if let task = hub.tasks[key], task.isLive {
          throw RefusedReference(.stillLive(task.number))
        }
        keys.append(key)
      }
      hide(keys, by: requester, in: &hub)
    } catch {
      hub.refuse(error.refusal, requester)
    }
  }

  private static func hide(
    _ keys: [TaskKey], by requester: Requester, in hub: inout HubContext
  ) {
    var isHidden: Set<TaskKey> = []
    let fresh = keys.filter {
      hub.tasks[$0]?.isAcknowledged == false && isHidden.insert($0).inserted
    }
    for key in fresh {
      hub.change(key, showing: .listing) { $0.isAcknowledged = true }
      hub.save(key, then: key == fresh.last ? hub.whenDone(requester) : [])
    }
    if let last = keys.last, fresh.isEmpty {
      hub.confirm(last, then: hub.whenDone(requester))
    } else if keys.isEmpty {
      hub.acknowledge(requester)
    }
  }
}

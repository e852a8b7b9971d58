internal import HeadwayMonitor
import HeadwayConfig
import HeadwaySystem

/// A page of help on a subject that several commands share: `headway help queue`. The raw value is
/// the word on the command line, and the misspelling advice lists all topics.
enum HelpTopic: String, CaseIterable {
  case queue, config

  /// The page.
  var text: String {
    switch self {
    case .config:
      """
      THE CONFIG: \(HeadwayConfig.path(ProcessEnvironment.variable) ?? "config.toml")

        TOML (toml.io), all of it optional. headway hub reload has a running hub read it again;
        headway doctor says whether it is understood.

      \(HeadwayConfig.help(
        styles: StyleRole.allCases.map(\.rawValue), actions: KeyAction.allCases.map(\.rawValue)))
      """
    case .queue:
      """
      THE QUEUE: commands that start when it is their turn

        headway submit -- make -j8              queues it, prints its number, returns
        headway run --queue -- make -j8         waits for its turn here, then runs here; closing
                                                the terminal ends neither

      WHO IS NEXT
        Higher --priority first; among equals, who came first. As many run at once as [queue] slots in the
        config says, by default as many as there are cores; a [group.NAME] with slots of its own is apart.
        headway priority N P and headway switch N M change the order.

      WHAT A TASK MAY WAIT FOR
        --needs gpu, --needs gpu=2              units of a resource: GPUs are found, others are declared
                                                in [resources]
        --after N, --after-any N                the success, or any end, of another task
        --at 22:00, --at +30m                   a time
        --when ac, network, idle=10m, load<2    the machine; --while also suspends it when that ends.
                                                idle: nobody has typed at a terminal here for so long, or
                                                nobody has one
        headway pause N … headway resume N      your word
        headway list says which: "waits for a free slot of ml, position 2", "until 22:00"; of several the
        most telling. Enter on its card in headway, and headway list --json (waitsFor), say all.

      AGAIN
        --retry N                               after a failure, with growing pauses
        --refresh EVERY --id NAME               again and again; headway wake NAME: soon
        --id NAME                               takes the place of what still waits under that name
        headway restart N                       the same number, the next attempt
        --key KEY                               queues nothing while the record has the key

      AFTERWARDS
        headway wait N | --all | --group G      exits with the highest of their statuses
        headway logs N · headway attach N · headway send N TEXT
        headway history · headway clean [N | --filter QUERY | --all]
      """
    }
  }
}

import Testing

/// Hubs one after another: each has a thread, a loop and a record that it makes durable.
@Suite(.serialized) enum HubTests {}

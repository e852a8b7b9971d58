internal import HeadwayLink

/// The connection to the hub already has all the members of the protocol.
extension WorkerLink: HubReporting {}

internal import HeadwayLink

extension WorkerLink: HubReporting {}

/// A short run to fetch what is new.
public class BGAppRefreshTask: BGTask, @unchecked Sendable {}

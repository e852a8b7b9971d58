/// The environment variables that tell a command which units of resources it may use.
public enum LaunchEnvironment {
  /// `HEADWAY_GPU=0,1`, and likewise for every resource whose name makes a variable's; for GPUs
  /// also what their libraries go by (CUDA C++ Programming Guide, `CUDA_VISIBLE_DEVICES`).
  public static func variables(of units: [String: [Int]]) -> [(name: String, value: String)] {
    units.sorted { $0.key < $1.key }.flatMap { resource, units in
      let list = units.sorted().map(String.init).joined(separator: ",")
      let own = variableName(of: resource).map { [(name: $0, value: list)] } ?? []
      return resource == "gpu" ? own + [(name: "CUDA_VISIBLE_DEVICES", value: list)] : own
    }
  }

  private static func variableName(of resource: String) -> String? {
    let name = resource.uppercased().map { $0 == "-" || $0 == "." ? "_" : $0 }
    guard name.allSatisfy({ $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }) else {
      return nil
    }
    return "HEADWAY_" + String(name)
  }
}

extension RunFolder {
  /// Where a run goes when nobody says: `Reports/` and the one scenario's own name, or the suite's,
  /// and a shard's own folder.
  public static func standard(for plan: Plan) -> String {
    let scenarios = plan.whole.scenarios
    let name = scenarios.count == 1 ? scenarios[0].name : "suite"
    let part = plan.shard.map { "-shard-\($0.index)-of-\($0.count)" } ?? ""
    return "Reports/" + name + part
  }
}

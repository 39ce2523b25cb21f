extension ComparedScenario {
  /// Why the cases of a later run of the scenario did other work than this one's; `nil` where they
  /// did the same, as far as both sides tell.
  func difference(to head: ComparedScenario) -> String? {
    if let world, let other = head.world, world != other {
      return "the scenario's file, or a file that it names, changed since the base was made; "
        + "'baseline update' renews a baseline"
    }
    let seedsOfHead = Dictionary(
      head.seeds.map { ($0.name, $0.seed) }, uniquingKeysWith: { first, _ in first })
    for seed in seeds {
      if let other = seedsOfHead[seed.name], other != seed.seed {
        return "the seed '\(seed.name)' was \(seed.seed) in the base and is \(other): give both "
          + "the same --seed"
      }
    }
    if seeds.count != head.seeds.count {
      return "the worlds are made from other seeds: run both with the same build"
    }
    if let profile, let other = head.profile, profile != other {
      return "the platform profile has other values than in the base, and modelled numbers of two "
        + "profiles cannot be compared: change the profile in a change of its own, and renew a "
        + "baseline"
    }
    if naive != head.naive {
      return "the naive strategy was \(naive) in the base and is \(head.naive); 'baseline update' "
        + "renews a baseline"
    }
    return nil
  }
}

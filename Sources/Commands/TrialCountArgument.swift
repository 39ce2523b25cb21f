import ArgumentParser

/// How often a case is measured, on the command line.
struct TrialCountArgument: ExpressibleByArgument {
  let count: Int

  init?(argument: String) {
    guard let count = Int(argument), (1...1_000).contains(count) else { return nil }
    self.count = count
  }
}

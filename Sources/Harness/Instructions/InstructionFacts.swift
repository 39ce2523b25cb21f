import Measurement

/// What this machine has to count instructions with.
public enum InstructionFacts {
  /// The processor's counter and valgrind.
  ///
  /// - Parameter searchPath: where valgrind is looked for, folders separated by colons; `nil`: this
  ///   process's `PATH`.
  public static func current(searchPath: String? = nil) -> [MachineFact] {
    let path = searchPath.map(SearchPath.init(text:)) ?? .ofThisProcess
    return [hardwareCounter(), valgrind(path)]
  }

  private static func hardwareCounter() -> MachineFact {
    let meaning = "The processor's own count of a case's instructions, which hardly vary at all."
    do throws(InstructionCounterUnavailable) {
      try InstructionCounter.checkAvailability()
      return MachineFact("instruction-counter", "usable", .harmless, meaning: meaning)
    } catch {
      return MachineFact(
        "instruction-counter", notAvailable: error.description, meaning: meaning)
    }
  }

  private static func valgrind(_ path: SearchPath) -> MachineFact {
    let meaning = "Counts instructions where the processor has no counter, some 50 times as slow."
    guard let program = path.program("valgrind") else {
      return MachineFact(
        "valgrind", notAvailable: "not installed", meaning: meaning,
        advice: "install valgrind where instructions are to be compared (--instructions)")
    }
    return MachineFact("valgrind", program, .harmless, meaning: meaning)
  }
}

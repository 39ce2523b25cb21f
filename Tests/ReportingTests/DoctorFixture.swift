import Harness
import Measurement
import RegressionGate

/// An examination of a machine that is made up.
struct DoctorFixture {
  /// How much the second process of each pair differs from the first one, as a share.
  var differences = Array(repeating: [0.01, -0.01], count: 20).flatMap(\.self)
  var secondsPerPair = 0.06
  var facts = [
    MachineFact(
      "processors", "2 x <b>\u{1B}[31mChip", .harmless, meaning: "A trial uses one processor."),
    MachineFact(
      "load-average", "9.00 9.00 9.00", .disturbing, meaning: "Others take time.",
      advice: "end other programs"),
    MachineFact("turbo", notAvailable: "there is no file", meaning: "It drifts."),
  ]

  var record: NoiseRecord {
    let slice = 1_500_000.0
    let pairs = differences.map { difference in
      NoisePair(
        first: Array(repeating: Int64(slice), count: 16),
        second: Array(repeating: Int64(slice * (1 + difference)), count: 16))
    }
    return NoiseRecord(pairs: pairs, seconds: secondsPerPair * Double(pairs.count))
  }

  var noise: NoiseSummary {
    get throws { try NoiseSummary(record) }
  }

  var examination: Examination {
    get throws {
      Examination(
        machine: MachineDescription(
          processor: "Chip", logicalProcessors: 2, architecture: "x86_64", kernel: "Linux 6",
          memory: 1 << 34, swiftVersion: "6.3.1"),
        facts: facts, noise: try noise)
    }
  }
}

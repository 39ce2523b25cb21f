import Harness
import Measurement
import ScenarioModel

/// Everything that is to be known of a machine before it measures.
package struct Examination: Hashable, Sendable {
  package let machine: MachineDescription
  package let facts: [MachineFact]
  package let noise: NoiseSummary
  package let fitness: Fitness

  /// An examination from what was found.
  package init(machine: MachineDescription, facts: [MachineFact], noise: NoiseSummary) {
    self.machine = machine
    self.facts = facts
    self.noise = noise
    fitness = Fitness(noise)
  }

  /// Examines this machine.
  ///
  /// - Parameters:
  ///   - families: those of the tool.
  ///   - seconds: how long the noise is recorded.
  ///   - seed: that of the orders in which things are done.
  package static func ofThisMachine(
    families: FamilyRegistry, seconds: Double, seed: UInt64
  ) async throws -> Examination {
    // Before the noise, which is load of its own.
    let facts = MachineCondition.current().facts
    let before = processorTimes()
    let record = try await NoiseRecorder(families: families, seed: seed).record(seconds: seconds)
    let after = processorTimes()
    return Examination(
      machine: .current(),
      facts: facts + [stolenTime(before, after)] + InstructionFacts.current(),
      noise: try NoiseSummary(record))
  }

  private static func processorTimes() -> Result<ProcessorTimes, SystemFileUnavailable> {
    do throws(SystemFileUnavailable) {
      return .success(try ProcessorTimes.current())
    } catch {
      return .failure(error)
    }
  }

  /// What the host took away between two readings.
  static func stolenTime(
    _ before: Result<ProcessorTimes, SystemFileUnavailable>,
    _ after: Result<ProcessorTimes, SystemFileUnavailable>
  ) -> MachineFact {
    let name = "stolen-time"
    let meaning =
      "Time in which the host ran somebody else, while the noise was measured; many hosts hide it."
    do throws(SystemFileUnavailable) {
      guard let share = try after.get().stolenShare(since: before.get()) else {
        return MachineFact(name, notAvailable: "no tick went by", meaning: meaning)
      }
      let tenths = Int((share * 1_000).rounded())
      let isMuch = share > 0.01
      return MachineFact(
        name, "\(tenths / 10).\(tenths % 10) %", isMuch ? .disturbing : .harmless,
        meaning: meaning,
        advice: isMuch ? "run at another time, or on a machine that is not shared" : nil)
    } catch {
      return MachineFact(name, notAvailable: error.description, meaning: meaning)
    }
  }
}

// MARK: - Encoding

/// The form of `doctor --json`, except for the verdict.
extension Examination: Encodable {
  /// The version of the form; raised whenever a reader of an earlier one would misunderstand it.
  package static let schema = 1

  private enum CodingKeys: String, CodingKey {
    case schema, machine, facts, noise
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.schema, forKey: .schema)
    try container.encode(machine, forKey: .machine)
    try container.encode(facts, forKey: .facts)
    try container.encode(noise, forKey: .noise)
  }
}

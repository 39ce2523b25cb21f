import Harness
import ScenarioModel

/// An examination of a machine: its facts, its noise, and the numbers that it is fit to compare.
/// Its form is that of `doctor --json`, except for the verdict.
package struct Examination: Hashable, Sendable, Encodable {
  /// The version of the form; raised whenever a reader of an earlier one would misunderstand it.
  package let schema = 1
  package let machine: MachineDescription
  package let facts: [MachineFact]
  package let noise: NoiseSummary
  package let fitness: Fitness

  private enum CodingKeys: String, CodingKey {
    case schema, machine, facts, noise
  }

  package init(machine: MachineDescription, facts: [MachineFact], noise: NoiseSummary) {
    self.machine = machine
    self.facts = facts
    self.noise = noise
    fitness = Fitness(noise)
  }

  /// Examines this machine.
  ///
  /// - Parameters:
  ///   - families: the families of the tool.
  ///   - seconds: the time for which the noise is recorded.
  ///   - seed: the seed of the order of the slices.
  package static func ofThisMachine(
    families: FamilyRegistry, seconds: Double, seed: UInt64
  ) async throws -> Examination {
    // Before the noise, which is load of its own.
    let facts = MachineCondition.current().facts
    let before = processorTimes()
    let record = try await NoiseRecorder.record(families: families, seconds: seconds, seed: seed)
    let after = processorTimes()
    return Examination(
      machine: .current(),
      facts: facts + [stolenTime(before, after)] + InstructionFacts.current(),
      noise: try NoiseSummary(record))
  }

  private static func processorTimes() -> Result<ProcessorTimes, SystemFileUnavailable> {
    Result { () throws(SystemFileUnavailable) in try ProcessorTimes.current() }
  }

  /// Returns the time that the host took from the virtual machine between two samples.
  static func stolenTime(
    _ before: Result<ProcessorTimes, SystemFileUnavailable>,
    _ after: Result<ProcessorTimes, SystemFileUnavailable>
  ) -> MachineFact {
    let name = "stolen-time"
    let meaning =
      "Time in which the host ran other machines while the noise was measured; many hosts hide it."
    do throws(SystemFileUnavailable) {
      guard let share = try after.get().stolenFraction(since: before.get()) else {
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

/// The kind of numbers that may be compared on a machine.
package enum Fitness: Hashable, Sendable {
  /// Times: a gate detects differences from this share on, in about the given seconds for each
  /// case.
  case measuredDifferences(from: Double, seconds: Double)
  /// Counted and modelled numbers only: the machine is too noisy for times.
  case countedOnly(why: Reason)

  /// The reason why times cannot be compared.
  package enum Reason: Hashable, Sendable {
    /// The record has too few pairs.
    case tooFewPairs(found: Int, needed: Int)
    /// The interval is still wider than the margin after the given pairs.
    case tooNoisy(halfWidth: Double, pairs: Int)
  }

  /// Judges the noise of a machine. Pure.
  ///
  /// A machine is fit for times where the half-width of the last prediction is within the margin.
  package init(_ noise: NoiseSummary) {
    let needed = NoiseRecorder.minPairs
    guard noise.pairs >= needed, let last = noise.predictions.last else {
      self = .countedOnly(why: .tooFewPairs(found: noise.pairs, needed: needed))
      return
    }
    guard last.halfWidth <= NoiseSummary.margin else {
      self = .countedOnly(why: .tooNoisy(halfWidth: last.halfWidth, pairs: last.pairs))
      return
    }
    self = .measuredDifferences(from: last.smallestDifference, seconds: last.seconds)
  }

  /// Returns whether a gate detects a difference of this share.
  package func detects(_ difference: Double) -> Bool {
    switch self {
    case .measuredDifferences(let smallest, _): smallest <= difference
    case .countedOnly: false
    }
  }
}

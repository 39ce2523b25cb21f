import Foundation
import Scenarios

/// A number that tells whether two runs would do the same work with the same program.
///
/// A run is only continued (`--resume`) under the plan that it was begun with.
public struct PlanFingerprint: Hashable, Sendable, Codable {
  public let value: String

  /// - Parameter executable: the worker's program; a rebuilt one is another plan.
  init(plan: Plan, executable: String) {
    var hash = FowlerNollVoHash()
    for scenario in plan.scenarios {
      hash.combine(scenario.text)
    }
    for trial in plan.trials {
      hash.combine(trial.description)
    }
    for file in plan.scenarios.flatMap(\.workload.inputFiles).uniqued() {
      hash.combine(fileAt: file)
    }
    hash.combine("\(plan.selection.seed.map(String.init) ?? "")")
    let attributes = try? FileManager.default.attributesOfItem(atPath: executable)
    let size = attributes?[.size] as? Int ?? 0
    let modified = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    hash.combine("\(size) \(modified)")
    value = hash.hexadecimal
  }
}

/// FNV-1a in 64 bits: a small hash that is the same on every machine.
struct FowlerNollVoHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    // A separator that no UTF-8 text holds, so that parts cannot run together.
    combine(0xFF)
  }

  /// Takes in the whole content of a file; one that cannot be read counts as empty, and the trials
  /// that need it say so.
  mutating func combine(fileAt path: String) {
    if let handle = FileHandle(forReadingAtPath: path) {
      while let chunk = try? handle.read(upToCount: 1 << 20), !chunk.isEmpty {
        for byte in chunk { combine(byte) }
      }
    }
    combine(path)
  }

  private mutating func combine(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  var hexadecimal: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

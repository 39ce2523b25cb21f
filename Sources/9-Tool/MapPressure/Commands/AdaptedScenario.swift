import Foundation
import Harness
import PinData
import ScenarioModel
import Support

/// A scenario that the command line changes: other data, or a strategy that its file does not name.
///
/// The changed text is the scenario of the run, and is kept in its folder: it can be changed further
/// and replayed.
struct AdaptedScenario {
  private let base: Scenario
  private let families: FamilyRegistry
  private let replaced: [(key: String, value: String)]
  private let removed: Set<String>

  /// Returns `nil` if the scenario is to run as it is.
  ///
  /// - Parameters:
  ///   - data: a file of pins or of places that replaces the scenario's; with other data, its
  ///     thresholds and claims say nothing, and its sizes are parts of the file and all of it.
  ///   - strategies: the chosen strategies; those of the family that the scenario does not name are
  ///     added.
  init?(_ base: Scenario, families: FamilyRegistry, data: String?, strategies: [String]) throws {
    var replaced: [(String, String)] = []
    let known = base.family.strategies.map(\.name)
    let added = strategies.filter { known.contains($0) && !base.strategies.contains($0) }
    if !added.isEmpty {
      replaced.append(("strategies", "[" + (base.strategies + added).joined(separator: ", ") + "]"))
    }
    if let data {
      guard let key = ["data", "places"].first(where: base.family.keyNames.contains) else {
        throw CommandError(
          "--data: expected a scenario with pins or places, found '\(base.name)' of the family "
            + "'\(base.family.name)', which has none; choose another scenario")
      }
      let count =
        try key == "data"
        ? PinFile.read(path: data).summary.placeCount : PlaceFile.read(path: data).places.count
      replaced.append((key, "{ file: \(try WrittenScenario.path(data)) }"))
      // The sizes of some families are other than the pins, as seconds of use.
      if key != "data" || base.family.description.sizeLabel == "pins" {
        replaced.append(("sizes", "[\(count)]"))
      }
    }
    guard !replaced.isEmpty else { return nil }
    self.base = base
    self.families = families
    self.replaced = replaced
    removed = Set(replaced.map(\.0) + (data == nil ? [] : ["thresholds", "claims"]))
  }

  /// The changed scenario, whose file is to be in the folder of its run.
  func scenario(in folder: String) throws -> Scenario {
    try Scenario(yaml: text, file: RunFolder.ownScenario(in: folder), families: families)
  }

  private var text: String {
    get throws {
      var isKept = true
      var lines: [Substring] = []
      for line in base.text.split(separator: "\n", omittingEmptySubsequences: false) {
        if let first = line.first, !first.isWhitespace, first != "#" {
          guard let colon = line.firstIndex(of: ":") else {
            throw CommandError(
              "\(base.file): expected each key at the beginning of a line, as --data and further "
                + "strategies replace keys; write the file that way, or change a copy of it")
          }
          isKept = !removed.contains(String(line[..<colon]))
        }
        if isKept { lines.append(line) }
      }
      let changes = replaced.map { "\($0.key): \($0.value)" }
      return "# \(PlainText.line(base.file)), changed on the command line.\n"
        + lines.joined(separator: "\n").trimmingCharacters(in: .newlines) + "\n"
        + changes.joined(separator: "\n") + "\n"
    }
  }
}

import Foundation

/// An answer of Reports/reference, which comes with the program: its draws take minutes.
package struct ReferenceAnswer: Sendable {
  package let scenario: String
  /// The sizes that it is for.
  package let sizes: ClosedRange<Int>
  /// The answer as the page of the run has it: `open, least worst: grid-clusters`.
  package let text: String
  /// The strategy to take, then those that will do too.
  package let strategies: [String]

  /// The answers of a scenario, the smallest size first.
  package static func all(of scenario: String) -> [ReferenceAnswer] {
    String(decoding: PackageResources.answers_tsv, as: UTF8.self).split(separator: "\n").dropFirst()
      .compactMap(ReferenceAnswer.init).filter { $0.scenario == scenario }
  }

  /// The answer for a size: that of the nearest size, as a factor; `nil` if the scenario has none.
  package static func nearest(_ scenario: String, size: Int) -> ReferenceAnswer? {
    func distance(_ answer: ReferenceAnswer) -> Double {
      let nearest = min(max(size, answer.sizes.lowerBound), answer.sizes.upperBound)
      return abs(log(Double(max(size, 1))) - log(Double(max(nearest, 1))))
    }
    return all(of: scenario).min { distance($0) < distance($1) }
  }

  private init?(_ line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 5, let first = Int(fields[1]), let last = Int(fields[2]), first <= last
    else { return nil }
    (scenario, sizes, text) = (fields[0], first...last, fields[3])
    strategies = fields[4].split(separator: " ").map(String.init)
  }
}

import Foundation
import SwiftSyntax

/// A mistake in an app's code that syntax can show: its description, and the check that finds it.
package struct Rule: Sendable {
  package var summary: RuleSummary
  /// Indicates whether it looks at files that are not about maps, too.
  package let looksEverywhere: Bool
  /// The places in a file where the mistake is made.
  package var check: @Sendable (SourceFile, Project) -> [Match]

  package init(
    _ identifier: String, looksEverywhere: Bool = false,
    check: @escaping @Sendable (SourceFile, Project) -> [Match]
  ) {
    summary = RuleSummary.all[identifier]
    self.looksEverywhere = looksEverywhere
    self.check = check
  }

  package var identifier: String { summary.identifier }
}

/// The description of a rule for people and for other programs.
package struct RuleSummary: Codable, Sendable {
  /// The name in findings, comments and options, such as `region-set-in-update`.
  package var identifier: String
  /// The mistake in one sentence without a period.
  package var title: String
  /// The certainty of a finding, unless the finding has its own.
  package var sureness: Sureness
  /// The place where a guide names the mistake; `nil` if no guide does.
  package var source: GuideLine?
  /// The measurement of the cost; `nil` if no scenario replays the mistake.
  package var cost: Cost?
  /// The mistake and its effect, in one or two sentences.
  package var explanation: String
  /// The remedy, in one or two sentences. The code to write is in the improved strategy.
  package var remedy: String
  /// The cases that the rule cannot see, each in one sentence.
  package var blindSpots: [String]
}

extension RuleSummary {
  /// The descriptions in the file of this package, by the name of the rule. The file is a part of the
  /// program, whose tests read it: a mistake in it ends the program.
  static let all: [RuleSummary] = {
    do {
      return try JSONDecoder().decode([RuleSummary].self, from: Data(PackageResources.rules_json))
    } catch {
      fatalError("rules.json: \(error)")
    }
  }()
}

extension [RuleSummary] {
  fileprivate subscript(name: String) -> RuleSummary {
    guard let summary = first(where: { $0.identifier == name }) else {
      fatalError("rules.json has no rule '\(name)'")
    }
    return summary
  }
}

/// The certainty of a finding.
package enum Sureness: String, Codable, Sendable, CaseIterable {
  /// The syntax shows the mistake.
  case certain
  /// The syntax shows the mistake, unless something that a rule cannot see prevents it.
  case likely
  /// Worth a look. A note never fails a check.
  case note

  /// The severity of a finding, unless a configuration has another.
  var severity: Severity { self == .note ? .note : .warning }
}

/// A line, or the first of several lines, of a guide.
package struct GuideLine: Codable, Sendable, Equatable {
  package var document: String
  package var line: Int
}

/// The scenario and the strategy whose numbers say what a mistake costs. What to do instead is the
/// scenario's answer, which the program that replays it knows.
package struct Cost: Codable, Sendable, Equatable {
  package var scenario: String
  /// The strategy with the mistake.
  package var naive: String
  /// The metric that people feel.
  package var metric: String
  /// The meaning of its number for the app, with `{}` in its place; `nil` if the metric has such
  /// words.
  package var effect: String?
}

/// A place where a mistake is made, before it has a rule, a line and a column.
package struct Match: Sendable {
  /// The node that an editor marks.
  package var node: Syntax
  /// The mistake at this place, as a clause in the present tense without a period, such as
  /// "sets the region in updateUIView without a comparison".
  package var message: String
  /// Replaces the rule's sureness.
  package var sureness: Sureness?
  /// An edit that mends it; empty if there is none.
  package var edits: [Edit]
  /// Indicates whether a person has to decide about the edit.
  package var isSuggestion: Bool

  package init(
    _ node: some SyntaxProtocol, _ message: String, sureness: Sureness? = nil, edits: [Edit] = [],
    isSuggestion: Bool = false
  ) {
    self.node = Syntax(node)
    self.message = message
    self.sureness = sureness
    (self.edits, self.isSuggestion) = (edits, isSuggestion)
  }
}

/// A replacement of bytes in a file.
package struct Edit: Codable, Sendable, Equatable {
  /// The first byte that is replaced, and the first behind it.
  package var start: Int
  package var end: Int
  package var replacement: String

  package init(start: Int, end: Int, replacement: String) {
    (self.start, self.end, self.replacement) = (start, end, replacement)
  }

  /// Replaces a node without its surrounding blanks and comments.
  package init(replacing node: some SyntaxProtocol, with replacement: String) {
    self.init(
      start: node.positionAfterSkippingLeadingTrivia.utf8Offset,
      end: node.endPositionBeforeTrailingTrivia.utf8Offset, replacement: replacement)
  }
}

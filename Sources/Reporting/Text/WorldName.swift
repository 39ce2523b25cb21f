import Harness
import ScenarioModel
import Verdicts

/// The names of a scenario's worlds in reports: plain text, to be escaped where it is Markdown.
struct WorldName {
  /// Every variant of the run; one empty name where there is one only.
  let variants: [String]

  init(_ results: ScenarioResults) {
    variants = results.variants
  }

  /// `size 1,000`, `residual, size 1,000`.
  static func text(_ world: Configuration) -> String { text([world.variant], size: world.size) }

  /// The same as the end of a sentence: `at size 1,000`, `under residual, size 1,000`.
  static func place(_ world: Configuration) -> String {
    (world.variant.isEmpty ? "at " : "under ") + text(world)
  }

  /// One size in some variants: `residual and expanding, size 1,000`, `all 4 variants, size 12`.
  func text(_ chosen: [String], size: Int?) -> String {
    guard chosen == variants, chosen.count > 1 else { return Self.text(chosen, size: size) }
    let all = chosen.count == 2 ? "both variants" : "all \(chosen.count) variants"
    return Self.text([all], size: size)
  }

  private static func text(_ variants: [String], size: Int?) -> String {
    let names = WordList.and(variants.filter { !$0.isEmpty })
    let number = size.map { "size \(NumberFormat.grouped($0))" } ?? ""
    return [names, number].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

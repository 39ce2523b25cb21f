import Harness

/// Some of a world's settings in words: those that share a part of their names by that part.
///
/// A setting's name is a list of parts: `asynchronous, animated`.
struct SettingWords {
  private let settings: [(name: String, parts: [String])]

  init(_ settings: [String]) {
    self.settings = settings.map { name in
      let parts = name.split(separator: ",").map { part in
        String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
      return (name, parts)
    }
  }

  /// To follow “where”: `animated`, `not animated`, `asynchronous, animated`; `nil` for all.
  func text(_ chosen: [String]) -> String? {
    let names = settings.map(\.name)
    guard names.contains(where: { !chosen.contains($0) }) else { return nil }
    if chosen.count == 1 { return chosen[0] }
    if let words = conditions(chosen) { return words }
    let rest = names.filter { !chosen.contains($0) }
    if rest.count < chosen.count { return "not " + alternatives(rest) }
    return alternatives(chosen)
  }

  /// What several settings share and no other one has; `nil` where there is nothing.
  func shared(by chosen: [String]) -> String? {
    chosen.count > 1 ? conditions(chosen) : nil
  }

  /// Whole names, in quotation marks because they hold commas.
  private func alternatives(_ names: [String]) -> String {
    let quoted = names.map { "“\($0)”" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }

  /// A part that a setting must have, or must not have.
  private struct Condition {
    let part: String
    let isWanted: Bool

    func holds(_ parts: [String]) -> Bool { parts.contains(part) == isWanted }
    var text: String { isWanted ? part : "not \(part)" }
  }

  /// The fewest conditions found that choose just these settings; `nil` where none do.
  private func conditions(_ chosen: [String]) -> String? {
    let parts = settings.flatMap(\.parts).uniqued()
    let chosenParts = settings.filter { chosen.contains($0.name) }.map(\.parts)
    var conditions = [true, false].flatMap { isWanted in
      parts.map { Condition(part: $0, isWanted: isWanted) }
        .filter { condition in chosenParts.allSatisfy { condition.holds($0) } }
    }
    func isEnough(_ conditions: [Condition]) -> Bool {
      settings.filter { setting in conditions.allSatisfy { $0.holds(setting.parts) } }
        .map(\.name) == settings.map(\.name).filter { chosen.contains($0) }
    }
    guard isEnough(conditions) else { return nil }
    // What a setting is says more than what it is not, so the latter goes first.
    for index in conditions.indices.reversed() {
      var fewer = conditions
      fewer.remove(at: index)
      if isEnough(fewer) { conditions = fewer }
    }
    return conditions.map(\.text).joined(separator: ", ")
  }
}

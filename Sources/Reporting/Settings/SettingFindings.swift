import ScenarioModel

/// What a matrix of settings says of each strategy, in sentences of Markdown.
struct SettingFindings {
  private let matrix: SettingMatrix
  private let words: PlaceWords

  init(_ matrix: SettingMatrix) {
    self.matrix = matrix
    words = PlaceWords(matrix)
  }

  /// One sentence for each strategy.
  var sentences: [String] {
    matrix.strategies.map { "\(MarkdownText.code($0)): \(outcome(of: $0))." }
  }

  /// For each strategy that rests on a line of reasoning: the words, and whether resting on them was
  /// enough; those for which it was not first.
  ///
  /// Of the line itself that says nothing: it may be true, and something else go wrong.
  func reasonings(_ descriptions: [StrategyDescription]) -> [String] {
    let known = descriptions.compactMap { description in
      description.reasoning.map { (strategy: description.name, words: $0) }
    }
    let told = known.filter { !matrix.places(of: $0.strategy).isEmpty }
    let failing = told.filter { !failures($0.strategy).isEmpty }
    let right = told.filter { failures($0.strategy).isEmpty }
    return failing.map { point($0.strategy, $0.words, "not enough\(failure(of: $0.strategy))") }
      + right.map { point($0.strategy, $0.words, "enough\(extent(of: $0.strategy))") }
  }

  /// The strategies that go wrong in some setting.
  var failing: [String] {
    matrix.strategies.filter { !failures($0).isEmpty }
  }

  /// The words of a reasoning, to go on after them.
  static func quotable(_ words: String) -> String {
    MarkdownText.prose(words.hasSuffix(".") ? String(words.dropLast()) : words)
  }

  private func point(_ strategy: String, _ words: String, _ verdict: String) -> String {
    "\(MarkdownText.code(strategy)) rests on “\(Self.quotable(words))”; that was \(verdict)."
  }

  private func failures(_ strategy: String) -> [SettingMatrix.Place] {
    matrix.places(of: strategy).filter { !matrix.faults(strategy, $0).isEmpty }
  }

  /// ` in 8 of 16 settings (where animated): loops in 4 (where animated under expanding), fights in
  /// all 8`.
  private func failure(of strategy: String) -> String {
    let places = failures(strategy)
    let total = matrix.places(of: strategy).count + matrix.lost(strategy).count
    let amount = "\(NumberFormat.grouped(places.count)) of \(settingCount(total))"
    let found = matrix.faultPlaces(of: strategy, in: places)
    let faults = found.enumerated().map { index, entry in
      let name = MarkdownText.escaped(entry.fault)
      let count = NumberFormat.grouped(entry.places.count)
      guard entry.places.count < places.count else {
        return found.count == 1 ? name : "\(name) in all \(count)"
      }
      // Where the others are stands further above.
      return "\(name) in \(count)\(index == 0 ? place(entry.places) : "")"
    }
    return " in \(amount)\(place(places)): \(faults.joined(separator: ", "))"
  }

  /// ` in all 16 settings`, or in those of them that gave a result.
  private func extent(of strategy: String) -> String {
    let known = matrix.places(of: strategy).count
    let lost = matrix.lost(strategy).count
    return lost == 0
      ? " in all \(settingCount(known))" : " in \(known) of \(settingCount(known + lost))"
  }

  private func outcome(of strategy: String) -> String {
    let known = matrix.places(of: strategy)
    let lost = matrix.lost(strategy)
    let total = known.count + lost.count
    guard !known.isEmpty else { return "no result" }
    var parts = matrix.faultPlaces(of: strategy, in: known).enumerated().map { index, entry in
      let count = NumberFormat.grouped(entry.places.count)
      let amount =
        entry.places.count == total
        ? "all \(settingCount(total))"
        : index == 0 ? "\(count) of \(settingCount(total))" : "\(count)"
      return "\(MarkdownText.escaped(entry.fault)) in \(amount)\(place(entry.places))"
    }
    if parts.isEmpty { parts.append("right\(extent(of: strategy))") }
    if !lost.isEmpty { parts.append("no result in \(lost.count)\(place(lost))") }
    return parts.joined(separator: ", ")
  }

  private func place(_ places: [SettingMatrix.Place]) -> String {
    words.text(places).map { " (\(MarkdownText.escaped($0)))" } ?? ""
  }

  private func settingCount(_ count: Int) -> String { WordList.counted(count, "setting") }
}

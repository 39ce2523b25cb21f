import Foundation

/// The files that a run has left in its folder.
struct RunFolder {
  let path: String
  private static let journal = "data/journal.jsonl"

  private func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: path + "/" + name)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The files in it and below, as paths from it.
  var names: [String] {
    ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).filter { name in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
        && !isFolder.boolValue
    }.sorted()
  }

  // MARK: - The journal

  /// The journal as far as its lines are whole.
  var wholeJournal: String {
    let text = text(Self.journal) ?? ""
    return text.lastIndex(of: "\n").map { String(text[...$0]) } ?? ""
  }

  /// Indicates whether there is something to resume.
  var canResume: Bool { !wholeJournal.isEmpty }

  /// Checks that the journal continues where it was left.
  func checkJournal(beginsWith earlier: String) throws(Loss) {
    try require(
      wholeJournal.hasPrefix(earlier), .numbers, "the journal is not what it was, and more")
  }

  /// Checks that every line is whole, and no trial stands in two.
  func checkJournalIsFinished() throws(Loss) {
    let text = text(Self.journal) ?? ""
    try require(text.hasSuffix("\n"), .files, "the journal ends in half a line")
    var seen: Set<String> = []
    for line in text.split(separator: "\n").dropFirst() {
      let object = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
      guard let key = object?["key"] as? [String: Any],
        let name = try? JSONSerialization.data(withJSONObject: key, options: .sortedKeys)
      else { throw Loss(.files, "a line of the journal is no record: \(line.prefix(100))") }
      try require(
        seen.insert(String(decoding: name, as: UTF8.self)).inserted, .numbers,
        "a trial stands twice in the journal: \(String(decoding: name, as: UTF8.self))")
    }
  }

  // MARK: - The results

  private func rows(_ name: String) -> [String] {
    (text(name) ?? "").split(separator: "\n").map(String.init)
  }

  /// The rows of counted and modelled numbers, which are the same on every run.
  var exactRows: [String] {
    rows("results.csv").filter { $0.contains(",counted,") || $0.contains(",modelled,") }
  }

  /// The exact rows of a strategy without their ratio to another one, which may be broken.
  func exactRows(of strategy: String) -> [[Substring]] {
    exactRows.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
      .filter { $0[3] == strategy }
      .map { row in row.enumerated().filter { $0.offset != 13 }.map(\.element) }
  }

  /// The strategies that have a row which is not well.
  var brokenStrategies: Set<String> {
    Set(
      rows("results.csv").dropFirst().filter { !$0.hasSuffix(",ok") }
        .map { String($0.split(separator: ",", omittingEmptySubsequences: false)[3]) })
  }

  /// The samples without their values: which trial has which metric.
  private var sampleKeys: [String] {
    rows("data/samples.csv").map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).dropLast().joined(separator: ",")
    }
  }

  /// Checks that nothing is other than in an undisturbed run but the clock.
  func check(equals reference: RunFolder) throws(Loss) {
    let expected = reference.exactRows
    let found = exactRows
    try require(!expected.isEmpty, .attack, "the undisturbed run has no exact rows")
    if found != expected {
      let lost = expected.filter { !found.contains($0) }
      let more = found.filter { !expected.contains($0) }
      throw Loss(
        .numbers,
        "\(found.count) rows instead of \(expected.count); missing: \(lost.prefix(2)), instead: "
          + "\(more.prefix(2))")
    }
    try require(
      sampleKeys == reference.sampleKeys, .numbers, "samples.csv has other rows than it should")
    try require(Set(sampleKeys).count == sampleKeys.count, .numbers, "samples.csv has rows twice")
    try require(
      names.filter { $0 != "filler" } == reference.names, .files,
      "the folder holds \(names), the undisturbed one \(reference.names)")
  }

  /// Checks that what is there is whole.
  func checkFilesAreWhole() throws(Loss) {
    for name in names where !name.contains("/.") && !name.hasPrefix(".") && name != Self.journal {
      let data = FileManager.default.contents(atPath: path + "/" + name) ?? Data()
      let isWhole: Bool
      switch name.split(separator: ".").last {
      case "json": isWhole = (try? JSONSerialization.jsonObject(with: data)) != nil
      case "png": isWhole = data.suffix(8).prefix(4) == Data("IEND".utf8)
      case "csv", "md", "xml": isWhole = data.last == UInt8(ascii: "\n")
      default: isWhole = true
      }
      try require(isWhole, .files, "\(name) is half written")
    }
  }
}

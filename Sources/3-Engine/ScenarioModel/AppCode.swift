import Support

/// A strategy in the words and the code of an app.
public struct AppCode: Hashable, Sendable, Codable {
  /// The strategy as a noun phrase that follows "with": `all pins at once`.
  public let label: String
  /// One sentence in MapKit's words, with code between backticks.
  public let sentence: String
  /// The Swift code to write in an app; empty if nothing has to be written.
  public fileprivate(set) var code: String

  /// Creates a description.
  public init(label: String, sentence: String, code: String) {
    self.label = label
    self.sentence = sentence
    self.code = code
  }

  /// The article, by its path in the repository, about what the code has from the product
  /// `Clustering`; `nil` if it does not import it.
  package var article: String? {
    guard code.contains("import Clustering\n") else { return nil }
    let name = code.contains("SpatialIndex") ? "ChoosingAnIndex" : "UsingClustersInAnApp"
    return "Sources/1-Base/Clustering/Clustering.docc/\(name).md"
  }

  /// The same with another name in the sentence and in the code.
  package func replacing(_ name: String, with other: String) -> AppCode {
    AppCode(
      label: label, sentence: sentence.replacing(name, with: other),
      code: code.replacing(name, with: other))
  }
}

extension AppCode {
  /// Reads the strategies of a family from Markdown, by their names.
  ///
  /// Each has a heading, `## NAME`, a paragraph, `With **LABEL**: SENTENCE`, and a block of Swift or
  /// a line that names another strategy with the same code: ``As in `NAME`.``
  package static func byStrategy(
    parsing markdown: String, file: String
  ) throws(InputError) -> [String: AppCode] {
    // By bytes: each process of a run reads all families.
    let lines = markdown.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }
    let headings = lines.indices.filter { lines[$0].hasPrefix("## ") }
    var codes: [String: AppCode] = [:]
    var references: [(name: String, other: String, fault: InputError)] = []
    for (heading, end) in zip(headings, headings.dropFirst() + [lines.count]) {
      let name = String(lines[heading].dropFirst(3))
      func error(_ expected: String, found: String) -> InputError {
        InputError(
          .invalidValue(of: name, expected: expected, found: "'\(found)'"),
          at: SourceLocation(file: file, line: heading + 1, column: 1))
      }
      guard codes[name] == nil else { throw error("one section", found: "another one") }
      let section = lines[(heading + 1)..<end].drop(while: \.isEmpty)
      let paragraph = section.prefix { !$0.isEmpty }.joined(separator: " ")
      let parts = paragraph.split(separator: "**", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, parts[0] == "With ", parts[2].hasPrefix(": ") else {
        throw error("With **LABEL**: SENTENCE", found: paragraph)
      }
      var code = ""
      if let start = section.firstIndex(of: "```swift"), let end = section.lastIndex(of: "```"),
        start < end
      {
        code = section[(start + 1)..<end].joined(separator: "\n")
      } else {
        let line = section.last { !$0.isEmpty } ?? ""
        let words = line.split(separator: "`", omittingEmptySubsequences: false)
        let fault = error("a block of Swift, or: As in `NAME`.", found: String(line))
        guard words.count == 3, words[0] == "As in ", words[2] == "." else { throw fault }
        references.append((name, String(words[1]), fault))
      }
      let sentence = parts[2].dropFirst(2)
      codes[name] = AppCode(
        label: String(parts[1]), sentence: sentence.prefix(1).uppercased() + sentence.dropFirst(),
        code: code)
    }
    for (name, other, fault) in references {
      guard let known = codes[other], !known.code.isEmpty else { throw fault }
      codes[name]?.code = known.code
    }
    return codes
  }
}

/// A report, or a part of one: blocks in the order in which they are read.
///
/// Reports build it with ``DocumentBuilder``. Its texts are inline text: see ``Swift/String/escaped``.
package struct Document: Block {
  private let blocks: [any Block]

  package init(@DocumentBuilder _ content: () -> Document) {
    self = content()
  }

  fileprivate init(blocks: [any Block]) {
    self.blocks = blocks
  }

  package var markdown: String {
    blocks.map { $0.markdown }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  package func terminalLines(width: Int) -> [String] {
    let parts = blocks.map { $0.terminalLines(width: width) }.filter { !$0.isEmpty }
    return Array(parts.joined(separator: [""]))
  }

  /// The whole file in Markdown.
  package var text: String { markdown + "\n" }
}

/// A part of a document.
package protocol Block: Sendable {
  /// The block as GitHub shows Markdown; empty for one that is left out, as it has no content.
  var markdown: String { get }
  /// The block as plain text of at most a number of columns, apart from longer words and code.
  func terminalLines(width: Int) -> [String]
}

extension Block {
  package func terminalLines(width: Int) -> [String] {
    markdown.plain.split(separator: "\n").flatMap { String($0).wrapped(to: width) }
  }
}

/// The title of what follows.
package struct Heading: Block {
  private let level: Int
  private let title: String

  package init(_ level: Int, _ text: String) {
    (self.level, title) = (level, text)
  }

  package var markdown: String { String(repeating: "#", count: level) + " " + title }

  package func terminalLines(width: Int) -> [String] {
    (level == 1 ? title.plain : title.plain.uppercased()).wrapped(to: width)
  }
}

package struct Paragraph: Block {
  package let markdown: String

  package init(_ text: String) {
    markdown = text
  }
}

/// Points, each with a mark; a line feed in a point begins a further line of it.
package struct BulletList: Block {
  private let points: [String]
  /// Indicates whether each point is done; empty for points that are no tasks.
  private let areDone: [Bool]

  package init(_ points: [String], areDone: [Bool] = []) {
    (self.points, self.areDone) = (points, areDone)
  }

  package var markdown: String {
    points.enumerated().map { index, point in
      let task = areDone.isEmpty ? "" : areDone[index] ? "[x] " : "[ ] "
      return "- " + task + point.replacing("\n", with: "\n  <br>")
    }.joined(separator: "\n")
  }

  package func terminalLines(width: Int) -> [String] {
    points.enumerated().flatMap { index, point -> [String] in
      let mark = !areDone.isEmpty && areDone[index] ? "✓ " : "- "
      let lines = point.plain.split(separator: "\n").map(String.init)
      return zip([mark] + lines.map { _ in "  " }, lines).flatMap { start, line in
        line.wrapped(after: start, indent: "  ", width: width)
      }
    }
  }
}

/// Swift code; without any it is left out.
package struct CodeBlock: Block {
  private let code: String

  package init(_ code: String) {
    self.code = code
  }

  package var markdown: String { code.isEmpty ? "" : "```swift\n\(code)\n```" }

  /// The lines as they are, so that they can be copied.
  package func terminalLines(width: Int) -> [String] {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    return code.isEmpty ? [] : lines.map { $0.isEmpty ? "" : "    " + $0 }
  }
}

/// A part that a reader may open.
package struct Fold: Block {
  package let markdown: String

  package init(_ title: String, @DocumentBuilder _ content: () -> Document) {
    let content = content().markdown
    markdown =
      content.isEmpty
      ? "" : "<details>\n<summary>\(title.html)</summary>\n\n\(content)\n\n</details>"
  }
}

/// Makes a document of the blocks that a function names.
@resultBuilder
package enum DocumentBuilder {
  package static func buildExpression(_ block: some Block) -> [any Block] { [block] }
  package static func buildBlock(_ parts: [any Block]...) -> [any Block] { parts.flatMap { $0 } }
  package static func buildOptional(_ part: [any Block]?) -> [any Block] { part ?? [] }
  package static func buildEither(first part: [any Block]) -> [any Block] { part }
  package static func buildEither(second part: [any Block]) -> [any Block] { part }
  package static func buildArray(_ parts: [[any Block]]) -> [any Block] { parts.flatMap { $0 } }
  package static func buildFinalResult(_ blocks: [any Block]) -> Document {
    Document(blocks: blocks)
  }
}

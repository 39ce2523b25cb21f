/// A report, or a part of one: blocks in the order in which they are read.
///
/// Reports build it with ``DocumentBuilder``. Its texts are inline text: see ``Swift/String/escaped``.
package struct Document: Block {
  fileprivate let blocks: [any Block]

  package init(@DocumentBuilder _ content: () -> Document) {
    self = content()
  }

  fileprivate init(blocks: [any Block]) {
    self.blocks = blocks
  }

  package var markdown: String {
    blocks.map { $0.markdown }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// The whole file in Markdown.
  package var text: String { markdown + "\n" }
}

/// A part of a document.
package protocol Block: Sendable {
  /// The block as GitHub shows Markdown; empty for one that is left out, as it has no content.
  var markdown: String { get }
}

/// The title of what follows.
package struct Heading: Block {
  private let level: Int
  private let text: String

  package init(_ level: Int, _ text: String) {
    self.level = level
    self.text = text
  }

  package var markdown: String { String(repeating: "#", count: level) + " " + text }
}

package struct Paragraph: Block {
  package let markdown: String

  package init(_ text: String) {
    markdown = text
  }
}

package struct BulletList: Block {
  private let points: [String]

  package init(_ points: [String]) {
    self.points = points
  }

  package var markdown: String { points.map { "- " + $0 }.joined(separator: "\n") }
}

/// A part that a reader may open.
struct Fold: Block {
  private let title: String
  private let content: Document

  init(_ title: String, @DocumentBuilder _ content: () -> Document) {
    self.title = title
    self.content = content()
  }

  var markdown: String {
    let content = content.markdown
    return content.isEmpty
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

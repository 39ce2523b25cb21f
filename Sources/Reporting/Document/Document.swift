/// A report, or a part of one: blocks in the order in which they are read.
///
/// Reports build it with ``DocumentBuilder``. Its texts are inline text: see ``Swift/String/escaped``.
package struct Document: Block {
  package let markdown: String

  package init(@DocumentBuilder _ content: () -> Document) {
    self = content()
  }

  fileprivate init(parts: [String]) {
    markdown = parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
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
  package let markdown: String

  package init(_ level: Int, _ text: String) {
    markdown = String(repeating: "#", count: level) + " " + text
  }
}

package struct Paragraph: Block {
  package let markdown: String

  package init(_ text: String) {
    markdown = text
  }
}

package struct BulletList: Block {
  package let markdown: String

  package init(_ points: [String]) {
    markdown = points.map { "- " + $0 }.joined(separator: "\n")
  }
}

/// A part that a reader may open.
struct Fold: Block {
  let markdown: String

  init(_ title: String, @DocumentBuilder _ content: () -> Document) {
    let content = content().markdown
    markdown =
      content.isEmpty
      ? "" : "<details>\n<summary>\(title.html)</summary>\n\n\(content)\n\n</details>"
  }
}

/// Makes a document of the blocks that a function names.
@resultBuilder
package enum DocumentBuilder {
  package static func buildExpression(_ block: some Block) -> [String] { [block.markdown] }
  package static func buildBlock(_ parts: [String]...) -> [String] { parts.flatMap { $0 } }
  package static func buildOptional(_ part: [String]?) -> [String] { part ?? [] }
  package static func buildEither(first part: [String]) -> [String] { part }
  package static func buildEither(second part: [String]) -> [String] { part }
  package static func buildArray(_ parts: [[String]]) -> [String] { parts.flatMap { $0 } }
  package static func buildFinalResult(_ parts: [String]) -> Document { Document(parts: parts) }
}

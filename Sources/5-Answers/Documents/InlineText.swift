import Foundation
import Support

/// The text of a line of a document: Markdown with `**emphasis**`, code and links.
///
/// What is written in the tool is such a text as it is; text that came from data becomes one by
/// ``escaped`` or ``code``.
extension String {
  /// The text on one line, in which nothing is Markdown, HTML, the end of a table's cell, or made a
  /// link.
  package var escaped: String {
    LinkedWord.parts(PlainText.line(self)).map { part, isLinked in
      isLinked ? "`\(part)`" : InlineText.escaped(part)
    }.joined()
  }

  /// A name as code. A name that could end the code or the cell around it is plain, escaped text.
  package var code: String {
    let isSafe =
      PlainText.line(self) == self && !isEmpty
      && !unicodeScalars.contains { "`|\\<>&".unicodeScalars.contains($0) }
    return isSafe ? "`\(self)`" : escaped
  }

  /// Prose of the tool itself with code between backticks.
  package var prose: String {
    let parts = split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // An even number of parts has a backtick without a counterpart.
    guard !parts.count.isMultiple(of: 2) else { return escaped }
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? InlineText.escapedBesideCode(part) : part.code
    }.joined()
  }

  /// The inline text in a terminal: without its marks.
  package var plain: String {
    InlineText.parts(of: self).map { part in
      switch part {
      case .text(let text), .code(let text): text
      case .strong: ""
      }
    }.joined()
  }

  /// The inline text in HTML.
  package var html: String {
    var isStrong = false
    return InlineText.parts(of: self).map { part in
      switch part {
      case .text(let text): return InlineText.html(text)
      case .code(let text): return "<code>\(InlineText.html(text))</code>"
      case .strong:
        isStrong.toggle()
        return isStrong ? "<strong>" : "</strong>"
      }
    }.joined()
  }

  /// The inline text of numbers in HTML, which stay on their line.
  package var htmlNumber: String { html.replacing(" ", with: "\u{A0}") }
}

/// The parts of inline text.
package enum InlineText {
  /// A link to another file of the run.
  ///
  /// - Parameter text: the inline text of the link.
  package static func link(_ text: String, to file: String, in folder: String = "") -> String {
    "[\(text)](\(folder)\(linkDestination(file)))"
  }

  /// A file's name with everything else than letters, digits and `-._` percent-encoded, so that it
  /// can be neither another folder nor another scheme.
  private static func linkDestination(_ file: String) -> String {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    let plain = CharacterSet(charactersIn: letters + "0123456789-._")
    return file.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  // MARK: - Text from data

  private static let marks = Set("\\`*_[]|#~!${}".unicodeScalars)
  private static let references: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;",
  ]

  private static let escapes = marks.reduce(into: references) { $0[$1] = "\\\($1)" }

  fileprivate static func escaped(_ text: Substring) -> String {
    String(text).escapingScalars(escapes)
  }

  /// Escaped text with the spaces at its ends, next to code.
  fileprivate static func escapedBesideCode(_ text: String) -> String {
    (text.first == " " ? " " : "") + text.escaped
      + (text.count > 1 && text.last == " " ? " " : "")
  }

  fileprivate static func html(_ text: String) -> String {
    text.escapingScalars(references)
  }

  // MARK: - Printing

  fileprivate enum Part {
    case text(String)
    case code(String)
    /// The beginning or the end of emphasis.
    case strong
  }

  /// The parts in order; links, which no table for a page or a terminal has, are text.
  fileprivate static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var plain = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    func finish(_ part: Part) {
      parts += [.text(String(plain)), part]
      plain = String.UnicodeScalarView()
    }
    while let scalar = rest.popFirst() {
      if scalar == "\\", let next = rest.first, marks.contains(next) {
        plain.append(next)
        rest.removeFirst()
      } else if scalar == "`", let end = rest.firstIndex(of: "`") {
        finish(.code(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      } else if scalar == "*", rest.first == "*" {
        finish(.strong)
        rest.removeFirst()
      } else if scalar == "&",
        let found = references.first(where: {
          rest.starts(with: $0.value.unicodeScalars.dropFirst())
        })
      {
        plain.append(found.key)
        rest.removeFirst(found.value.unicodeScalars.count - 1)
      } else {
        plain.append(scalar)
      }
    }
    return parts + [.text(String(plain))]
  }
}

/// The words of a text that GitHub turns into links: addresses, people, issues
/// and commits.
///
/// An address needs no angle brackets to become a link (GitHub Flavored Markdown Spec, 6.9,
/// "Autolinks (extension)"), and neither a backslash nor a character reference keeps every one from
/// it, because addresses of mail are looked for in the text that they have become. People, issues
/// and commits are looked for in the rendered text ("Autolinked references and URLs" and
/// "Mentioning people and teams" in GitHub's documentation). Neither is done in code. So a word
/// with such a thing is shown as code, which also copies as it is; a character of no width in it
/// would not.
enum LinkedWord {
  /// The parts of a text in order: words that would be linked, and all between them.
  ///
  /// A word that is linked has no space in it, and no character that means anything in code, in the
  /// cell of a table or in HTML. Two of them never touch.
  static func parts(_ text: String) -> [(text: Substring, isLinked: Bool)] {
    var parts: [(text: Substring, isLinked: Bool)] = []
    var start = text.startIndex
    // Scalar by scalar: a backtick with an accent on it ends code too.
    for word in text.unicodeScalars.split(whereSeparator: { isSeparator($0) })
    where isLinked(word) {
      let inner = withoutPunctuation(word)
      // Of `www.` the full stop is a part.
      let linked = Substring(isLinked(inner) ? inner : word)
      if start < linked.startIndex {
        parts.append((Substring(text.unicodeScalars[start..<linked.startIndex]), false))
      }
      parts.append((linked, true))
      start = linked.endIndex
    }
    if start < text.endIndex { parts.append((Substring(text.unicodeScalars[start...]), false)) }
    return parts
  }

  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || "`|\\<>".unicodeScalars.contains(scalar)
  }

  /// The word without the punctuation around it.
  private static func withoutPunctuation(
    _ word: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    var word = word
    while let first = word.first, "([{\"'“".unicodeScalars.contains(first) { word.removeFirst() }
    while let last = word.last, ")]}\"'”.,;:!?".unicodeScalars.contains(last) { word.removeLast() }
    return word
  }

  private static func isLinked(_ word: Substring.UnicodeScalarView) -> Bool {
    // Bytes, because an accent after a sign makes another character of it.
    let word = String(word).utf8.map { isUppercase($0) ? $0 | 0x20 : $0 }
    return word.indices.contains { isLinked(from: word[$0...]) }
      || word.split { !isDigit($0) && !isLetter($0) }.contains { isCommit($0) }
  }

  private static func isLinked(from rest: ArraySlice<UInt8>) -> Bool {
    for sign in ["://", "www.", "mailto:", "xmpp:"] where rest.starts(with: sign.utf8) {
      return true
    }
    for sign in ["@", "#", "gh-"] where rest.starts(with: sign.utf8) {
      guard let next = rest.dropFirst(sign.utf8.count).first else { return false }
      return isDigit(next) || sign == "@" && (isLetter(next) || next >= 0x80)
    }
    return false
  }

  private static func isUppercase(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns whether a word is a commit, complete or shortened. Numbers and words are none: a link
  /// to a commit that happens to have the name sends no notification.
  private static func isCommit(_ word: ArraySlice<UInt8>) -> Bool {
    let isHexadecimal = word.allSatisfy {
      isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    return (7...40).contains(word.count) && isHexadecimal && word.contains(where: isDigit)
      && word.contains(where: isLetter)
  }
}

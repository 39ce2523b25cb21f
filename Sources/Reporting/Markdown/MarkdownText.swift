import Support

/// Text that came from data, made safe for a Markdown document.
package enum MarkdownText {
  /// The text on one line, in which nothing is Markdown, HTML, the end of a table's cell, or made a
  /// link.
  package static func escaped(_ text: String) -> String {
    LinkedWord.parts(PlainText.line(text)).map { part, isLinked in
      isLinked ? "`\(part)`" : escapedScalars(part)
    }.joined()
  }

  /// Scalar by scalar: a character with an accent on it is still what it is to a parser.
  private static func escapedScalars(_ text: Substring) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&", "<", ">": result += reference(scalar)
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!", "$", "{", "}":
        result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text on one line for a block of HTML, where nothing is Markdown, but some things are made
  /// links all the same.
  static func html(_ text: String) -> String {
    LinkedWord.parts(PlainText.line(text)).map { part, isLinked in
      isLinked ? htmlCode(String(part)) : htmlScalars(part)
    }.joined()
  }

  /// A name as code, for a block of HTML.
  static func htmlCode(_ name: String) -> String {
    "<code>\(htmlScalars(PlainText.line(name)[...]))</code>"
  }

  private static func htmlScalars(_ text: Substring) -> String {
    text.unicodeScalars.map { "&<>".unicodeScalars.contains($0) ? reference($0) : String($0) }
      .joined()
  }

  private static func reference(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "&": "&amp;"
    case "<": "&lt;"
    default: "&gt;"
    }
  }

  /// A name as code. A name that could end the code or the cell around it is plain, escaped text.
  static func code(_ name: String) -> String {
    let line = PlainText.line(name)
    let isSafe =
      line == name && !name.isEmpty
      && !name.unicodeScalars.contains { "`|\\<>&".unicodeScalars.contains($0) }
    return isSafe ? "`\(name)`" : escaped(name)
  }

  /// Prose of the tool itself with code between backticks.
  static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // An even number of parts has a backtick without a counterpart.
    guard !parts.count.isMultiple(of: 2) else { return escaped(text) }
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? escapedInside(part) : code(part)
    }.joined()
  }

  /// Escaped text with the spaces at its ends, next to code.
  private static func escapedInside(_ text: String) -> String {
    (text.first == " " ? " " : "") + escaped(text) + (text.count > 1 && text.last == " " ? " " : "")
  }

  /// A picture in the run's folder.
  ///
  /// - Parameter folder: the way to it from the folder of the document.
  static func picture(_ file: String, caption: String, in folder: String = "") -> String {
    "![\(escaped(caption))](\(folder)\(linkDestination(file)))"
  }

  /// A link to another file of the run.
  ///
  /// - Parameter markdown: the text of the link, which is Markdown already.
  static func link(_ markdown: String, to file: String, in folder: String = "") -> String {
    "[\(markdown)](\(folder)\(linkDestination(file)))"
  }

  /// A file's name with everything else than letters, digits and `-._` percent-encoded, so that it
  /// can be neither another folder nor another scheme.
  private static func linkDestination(_ file: String) -> String {
    let hexadecimal = Array("0123456789ABCDEF")
    var result = ""
    for byte in file.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        result += "%\(hexadecimal[Int(byte >> 4)])\(hexadecimal[Int(byte & 15)])"
      }
    }
    return result
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

  /// True if a word is a commit, complete or shortened. Numbers and words are none: a link to a
  /// commit that happens to have the name sends no notification.
  private static func isCommit(_ word: ArraySlice<UInt8>) -> Bool {
    let isHexadecimal = word.allSatisfy {
      isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    return (7...40).contains(word.count) && isHexadecimal && word.contains(where: isDigit)
      && word.contains(where: isLetter)
  }
}

import Support

/// Text that came from data, made safe for a Markdown document.
enum MarkdownText {
  /// The text on one line, in which nothing is Markdown, HTML, the end of a table's cell, or made a
  /// link.
  static func escaped(_ text: String) -> String {
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

  /// Prose of the tool's own makers in which code stands between backticks.
  static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // An even number of parts has a backtick that nothing answers.
    guard !parts.count.isMultiple(of: 2) else { return escaped(text) }
    return parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? escapedInside(part) : code(part)
    }.joined()
  }

  /// Escaped text with the spaces at its ends, which stand before and after code.
  private static func escapedInside(_ text: String) -> String {
    (text.first == " " ? " " : "") + escaped(text) + (text.count > 1 && text.last == " " ? " " : "")
  }

  /// A picture in the report's own folder.
  static func picture(_ file: String, caption: String) -> String {
    "![\(escaped(caption))](\(linkDestination(file)))"
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

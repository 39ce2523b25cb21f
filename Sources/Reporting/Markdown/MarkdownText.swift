/// Text that came from data, made safe for a Markdown document.
enum MarkdownText {
  /// The text on one line, in which nothing is Markdown, HTML or the end of a table's cell.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in PlainText.line(text) {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "!", "$", "{", "}":
        result += "\\\(character)"
      default: result.append(character)
      }
    }
    return result
  }

  /// A name as code. A name that could end the code or the cell around it is plain, escaped text.
  static func code(_ name: String) -> String {
    let line = PlainText.line(name)
    let isSafe = line == name && !name.isEmpty && !name.contains { "`|\\<>&".contains($0) }
    return isSafe ? "`\(name)`" : escaped(name)
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

import Support

/// Text that came from data, made safe for a page of HTML.
enum HTMLText {
  /// The text on one line, in which nothing is a tag, a reference or the end of an attribute.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in PlainText.line(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A name as code.
  static func code(_ name: String) -> String { "<code>\(escaped(name))</code>" }

  /// A document of JSON for the content of a script element: no character in it can end the element.
  static func script(_ json: String) -> String {
    json.replacing("<", with: "\\u003C").replacing("\u{2028}", with: "\\u2028")
      .replacing("\u{2029}", with: "\\u2029")
  }
}

/// A table of HTML. Its cells are HTML already; data in them is escaped.
struct HTMLTable {
  enum Alignment {
    case text
    case number
  }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [String] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameter attributes: of the row, such as ` class="take"`.
  mutating func append(_ cells: [String], attributes: String = "") {
    let row = zip(columns, cells).map { column, cell in
      "<td\(Self.style(column.alignment))>\(cell)</td>"
    }
    rows.append("<tr\(attributes)>\(row.joined())</tr>")
  }

  /// - Parameter caption: the subject of the table, for people who cannot see what is around it.
  func text(caption: String) -> String {
    let head = columns.map { "<th scope=\"col\"\(Self.style($0.alignment))>\($0.title)</th>" }
    return "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"\(caption)\"><table>"
      + "<thead><tr>\(head.joined())</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n"
      + "</tbody></table></div>\n"
  }

  private static func style(_ alignment: Alignment) -> String {
    alignment == .number ? " class=\"n\"" : ""
  }
}

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

  /// The text with spaces that do not break between a number and its unit.
  static func numbers(_ text: String) -> String {
    escaped(text).replacing(/([0-9]) (%|ms\/s|ms|s|MB|KB|GB|ns|µs|pt)\b/) {
      "\($0.1)\u{A0}\($0.2)"
    }.replacing(/([0-9]) %/) { "\($0.1)\u{A0}%" }
  }

  /// A name as code.
  static func code(_ name: String) -> String { "<code>\(escaped(name))</code>" }

  /// A button that copies a command.
  ///
  /// - Parameter label: the name of the button for people who do not see what is around it.
  static func copyButton(of command: String, label: String) -> String {
    "<button class=\"copy\" data-text=\"\(escaped(command))\" "
      + "aria-label=\"\(escaped(label))\">Copy</button>"
  }

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
      "<td\(Self.style(column.alignment)) data-title=\"\(column.title)\">\(cell)</td>"
    }
    rows.append("<tr\(attributes)>\(row.joined())</tr>")
  }

  /// - Parameters:
  ///   - caption: the subject of the table, for people who cannot see what is around it.
  ///   - isStacked: true for cells below each other on a narrow screen.
  func text(caption: String, isStacked: Bool = false) -> String {
    let head = columns.map { "<th scope=\"col\"\(Self.style($0.alignment))>\($0.title)</th>" }
    return "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"\(caption)\">"
      + "<table\(isStacked ? " class=\"stacked\"" : "")>"
      + "<thead><tr>\(head.joined())</tr></thead>\n<tbody>\n\(rows.joined(separator: "\n"))\n"
      + "</tbody></table></div>\n"
  }

  private static func style(_ alignment: Alignment) -> String {
    alignment == .number ? " class=\"n\"" : ""
  }
}

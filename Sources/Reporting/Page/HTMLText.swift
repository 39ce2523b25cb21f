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
  static func code(_ name: String) -> String {
    Template.fragments.text(of: "code", ["name": .text(name)])
  }

  /// A button that copies a command.
  ///
  /// - Parameter label: the name of the button for people who do not see what is around it.
  static func copyButton(of command: String, label: String) -> String {
    Template.fragments.text(of: "copy", ["command": .text(command), "label": .text(label)])
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
  private var rows: [TemplateValues] = []

  init(_ columns: [(title: String, alignment: Alignment)]) {
    self.columns = columns
  }

  var isEmpty: Bool { rows.isEmpty }

  /// - Parameter attributes: of the row, such as ` class="take"`.
  mutating func append(_ cells: [String], attributes: String = "") {
    let cells = zip(columns, cells).map { column, cell -> TemplateValues in
      ["cell": .html(cell), "isNumber": .flag(column.alignment == .number)]
    }
    rows.append(["cells": .list(cells), "attributes": .html(attributes)])
  }

  /// - Parameter caption: the subject of the table, for people who cannot see what is around it.
  func text(caption: String) -> String {
    let head = columns.map { column -> TemplateValues in
      ["title": .text(column.title), "isNumber": .flag(column.alignment == .number)]
    }
    return Template.fragments.text(
      of: "table", ["caption": .text(caption), "columns": .list(head), "rows": .list(rows)])
  }
}

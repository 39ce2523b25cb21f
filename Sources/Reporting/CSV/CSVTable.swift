import Support

/// A table in the form of RFC 4180, with line feeds between its records.
struct CSVTable {
  enum Field {
    /// Text, which a spreadsheet must not take for a formula.
    case text(String)
    case number(Double)
    case integer(Int)
    case empty
  }

  private(set) var text: String
  private let columnCount: Int

  init(columns: [String]) {
    text = columns.joined(separator: ",") + "\n"
    columnCount = columns.count
  }

  /// Adds a record; fields that are missing are empty, and surplus ones are left out.
  mutating func append(_ fields: [Field]) {
    for index in 0..<columnCount {
      if index > 0 { text += "," }
      if index < fields.count { text += Self.encoded(fields[index]) }
    }
    text += "\n"
  }

  private static func encoded(_ field: Field) -> String {
    switch field {
    case .text(let text): quoted(withoutFormula(PlainText.block(text)))
    case .number(let value): ExactNumber.text(value) ?? ""
    case .integer(let value): String(value)
    case .empty: ""
    }
  }

  /// Spreadsheets compute what begins with one of these; an apostrophe in front makes it text
  /// (OWASP, CSV Injection).
  private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n"]

  private static func withoutFormula(_ text: String) -> String {
    // Leading spaces do not keep every spreadsheet from looking further.
    guard let first = text.unicodeScalars.first(where: { $0 != " " }),
      formulaStarts.contains(first)
    else { return text }
    return "'" + text
  }

  private static func quoted(_ text: String) -> String {
    // By scalars: a carriage return and a line feed together are one character.
    guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

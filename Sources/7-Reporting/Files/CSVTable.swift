import Documents
import ScenarioModel
import Support

/// A table in the form of RFC 4180, with line feeds between its records.
enum CSVTable {
  /// A field; one of a number that is not known is empty.
  enum Field {
    /// Text, which a spreadsheet must not take for a formula.
    case text(String)
    case number(Double?)
    case integer(Int?)
  }

  /// The file, with a record for each row.
  static func text(_ columns: [String], _ rows: [[Field]]) -> String {
    let titles = columns.map { Field.text($0) }
    return ([titles] + rows).map { $0.map(encoded).joined(separator: ",") + "\n" }.joined()
  }

  private static func encoded(_ field: Field) -> String {
    switch field {
    case .text(let text): quoted(withoutFormula(PlainText.block(text)))
    case .number(let value): value.flatMap(ExactNumber.text) ?? ""
    case .integer(let value): value.map { String($0) } ?? ""
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
    return "\"" + text.escapingScalars(["\"": "\"\""]) + "\""
  }
}

extension Case {
  /// The fields that say which case it is.
  var csv: [CSVTable.Field] {
    [.text(scenario), .text(variant), .integer(size), .text(strategy)]
  }
}

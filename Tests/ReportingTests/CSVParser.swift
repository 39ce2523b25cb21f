/// A small reader of RFC 4180, apart from the code under test.
struct CSVParser {
  struct Malformed: Error {}

  /// The records of a text, each as its fields.
  static func records(_ text: String) throws -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      if isQuoted {
        if scalar != "\"" {
          field.append(scalar)
        } else if scalars.first == "\"" {
          field.append("\"")
          scalars.removeFirst()
        } else {
          isQuoted = false
          guard let next = scalars.first, next == "," || next == "\n" else { throw Malformed() }
        }
      } else if scalar == "\"" {
        guard field.isEmpty else { throw Malformed() }
        isQuoted = true
      } else if scalar == "," || scalar == "\n" {
        record.append(String(field))
        field = String.UnicodeScalarView()
        if scalar == "\n" {
          records.append(record)
          record = []
        }
      } else {
        field.append(scalar)
      }
    }
    guard !isQuoted, record.isEmpty, field.isEmpty else { throw Malformed() }
    return records
  }

  /// The records as dictionaries by the names in the first one.
  static func rows(_ text: String) throws -> [[String: String]] {
    let records = try records(text)
    guard let header = records.first else { throw Malformed() }
    return try records.dropFirst().map { record in
      guard record.count == header.count else { throw Malformed() }
      return Dictionary(uniqueKeysWithValues: zip(header, record))
    }
  }
}

import Foundation
import ScenarioModel
import Support

/// Documents as JSON with sorted keys, so that the same document is the same text.
package enum SortedJSON {
  /// The indented text with a line break at its end.
  ///
  /// It may be printed as it is: nothing in it is obeyed by a terminal or by a service that keeps
  /// the log.
  ///
  /// - Parameter name: what errors call the document.
  package static func text(
    of document: some Encodable, named name: String
  ) throws(ReportingError) -> String {
    try line(of: document, named: name, formatting: .prettyPrinted) + "\n"
  }

  /// The text in one line, for a page whose source is not for readers.
  static func line(
    of document: some Encodable, named name: String,
    formatting: JSONEncoder.OutputFormatting = []
  ) throws(ReportingError) -> String {
    let encoder = JSONEncoder.results
    encoder.outputFormatting = formatting.union([.sortedKeys, .withoutEscapingSlashes])
    do {
      return plain(String(decoding: try encoder.encode(document), as: UTF8.self))
    } catch {
      throw .cannotEncode(file: name, reason: "\(error)")
    }
  }

  /// The same document with escapes for all control characters (JSON requires them for the first 32
  /// only), for invisible characters, and in `##`, which begins commands to services.
  ///
  /// All of them occur in strings only.
  private static func plain(_ json: String) -> String {
    var result = ""
    result.reserveCapacity(json.utf8.count)
    var last: Unicode.Scalar = "\n"
    for scalar in json.unicodeScalars {
      if isPlain(scalar), !(scalar == "#" && last == "#") {
        result.unicodeScalars.append(scalar)
      } else {
        result += UTF16.encode(scalar)?.map { String(format: "\\u%04x", $0) }.joined() ?? ""
      }
      last = scalar
    }
    return result
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value != 0x7F }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse: return false
    default: return !scalar.properties.isDefaultIgnorableCodePoint
    }
  }
}

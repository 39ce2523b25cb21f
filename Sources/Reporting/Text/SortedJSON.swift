import Foundation
import ScenarioModel

/// Documents as JSON in one form: indented, with sorted keys, so that the same document is the same
/// text.
package enum SortedJSON {
  /// The text with a line break at its end.
  ///
  /// It may be printed as it is: nothing in it is obeyed by a terminal or by a service that keeps the
  /// log.
  ///
  /// - Parameter name: what errors call the document.
  package static func text(
    of document: some Encodable, named name: String
  ) throws(ReportingError) -> String {
    let encoder = JSONEncoder.results
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return plain(String(decoding: try encoder.encode(document), as: UTF8.self)) + "\n"
    } catch {
      throw .cannotEncode(file: name, reason: "\(error)")
    }
  }

  /// The same document with escapes for control characters, of which JSON asks it for the first 32
  /// only, for characters that are not seen, and in `##`, which begins commands to services.
  ///
  /// All of them can stand in strings only.
  private static func plain(_ json: String) -> String {
    var result = ""
    result.reserveCapacity(json.utf8.count)
    var last: Unicode.Scalar = "\n"
    for scalar in json.unicodeScalars {
      if isPlain(scalar), !(scalar == "#" && last == "#") {
        result.unicodeScalars.append(scalar)
      } else {
        result += UTF16.encode(scalar)?.map { escape($0) }.joined() ?? ""
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

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

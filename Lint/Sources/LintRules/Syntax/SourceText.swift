import Foundation

/// A file before it is parsed.
package struct SourceText: Sendable {
  package let path: String
  let bytes: [UInt8]
  /// The names of types that it declares or extends, as far as words show.
  let declaredTypes: Set<String>

  package static let maxBytes = 4_000_000
  package static let maxBrackets = 20_000

  /// Checks what the parser needs of a file.
  package init(path: String, bytes: [UInt8]) throws(SkippedFile) {
    guard bytes.count <= Self.maxBytes else {
      throw SkippedFile(path: path, reason: "larger than \(Self.maxBytes) bytes")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw SkippedFile(path: path, reason: "not UTF-8, which the compiler also expects")
    }
    // The parser's lookahead over types counts no level, and would use up any stack.
    guard Self.openBrackets(bytes) <= Self.maxBrackets else {
      throw SkippedFile(path: path, reason: "more than \(Self.maxBrackets) open brackets")
    }
    (self.path, self.bytes) = (path, bytes)
    declaredTypes = Self.declaredTypes(bytes)
  }

  var lineCount: Int { LineTable(bytes).count }

  /// Indicates whether it has a name of MapKit or CoreLocation, or a comment for this program.
  var mayBeAboutMaps: Bool {
    ["MapKit", "CoreLocation", "MK", "CLGeocoder", IgnoreComment.marker].contains(where: contains)
  }

  func contains(_ word: String) -> Bool { !Self.ends(of: word, in: bytes, most: 1).isEmpty }

  private static func declaredTypes(_ bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    for keyword in ["struct ", "class ", "enum ", "actor ", "protocol ", "extension "] {
      for end in ends(of: keyword, in: bytes) {
        let name = bytes[end...].prefix {
          $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 >= 128
            || Character(UnicodeScalar($0)).isLetter || Character(UnicodeScalar($0)).isNumber
        }
        names.formUnion(
          String(decoding: name, as: UTF8.self).split(separator: ".").map(String.init))
      }
    }
    return names
  }

  /// The offsets behind the places of a word.
  private static func ends(of word: String, in bytes: [UInt8], most: Int = .max) -> [Int] {
    let word = Array(word.utf8)
    return bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      var (ends, start) = ([Int](), 0)
      while ends.count < most, bytes.count - start >= word.count,
        let first = memchr(base + start, Int32(word[0]), bytes.count - start - word.count + 1)
      {
        let place = UnsafeRawPointer(first) - base
        start = place + 1
        if memcmp(first, word, word.count) == 0 { ends.append(place + word.count) }
      }
      return ends
    }
  }

  /// The largest number of brackets that are open at once, those in texts and comments too.
  private static func openBrackets(_ bytes: [UInt8]) -> Int {
    var (open, most) = (0, 0)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"):
        open += 1
        most = max(most, open)
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"):
        open = max(0, open - 1)
      default: break
      }
    }
    return most
  }
}

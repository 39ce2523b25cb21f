import MapGeometry
import PinData
import PlaceSearch
import TestSupport
import Testing

@Suite struct SpellingTests {
  private static func index(_ names: [String]) throws -> PlaceIndex {
    try PlaceIndexFile(
      names.map {
        Place(
          name: $0, classification: .pointOfInterest(.store),
          coordinate: Coordinate(latitude: 0, longitude: 0))
      }
    ).open()
  }

  @Test(arguments: ["harbour", "münchen", "golden", "xanadu", "東京都庁舎"])
  func `each word one typing error away finds the word`(word: String) throws {
    let index = try Self.index([word, "zzz"])
    for typed in Self.oneErrorAway(from: word) where typed.unicodeScalars.count >= 4 {
      #expect(try index.names(typed) == [word], "\(typed)")
    }
  }

  @Test(arguments: ["harbour", "golden"])
  func `a word two typing errors away finds nothing`(word: String) throws {
    let index = try Self.index([word, "zzz"])
    for typed in ["x" + word + "x", String(word.dropFirst(2)), word + "qq"] {
      #expect(try index.names(typed).isEmpty, "\(typed)")
    }
  }

  @Test func `a known word is not replaced`() throws {
    let index = try Self.index(["hotel", "motel", "motel"])
    #expect(try index.names("hotel") == ["hotel"])
  }

  @Test func `the more frequent word comes first`() throws {
    let index = try Self.index(["mater", "later", "later", "wader"])
    #expect(try index.names("water") == ["later", "later", "mater", "wader"])
  }

  @Test func `short words and numbers are not replaced`() throws {
    let index = try Self.index(["abc", "12345", "abcd"])
    #expect(try index.names("abx").isEmpty)
    #expect(try index.names("12346").isEmpty)
    #expect(try index.names("abcx") == ["abc", "abcd"])
  }

  @Test func `a misspelt word is one of several`() throws {
    let index = try Self.index(["Golden Lion", "Golden Lamb", "Silver Lion"])
    #expect(try index.names("godlen lion") == ["Golden Lion"])
    #expect(try index.names("golden xyzzyx") == ["Golden Lion", "Golden Lamb"])
  }

  /// All insertions, omissions, substitutions and transpositions of one letter, but the word.
  private static func oneErrorAway(from word: String) -> Set<String> {
    let letters = Array(word)
    var words: Set<String> = []
    for index in 0...letters.count {
      var inserted = letters
      inserted.insert("k", at: index)
      words.insert(String(inserted))
      guard index < letters.count else { break }
      var omitted = letters
      omitted.remove(at: index)
      words.insert(String(omitted))
      var substituted = letters
      substituted[index] = "q"
      words.insert(String(substituted))
      guard index + 1 < letters.count else { continue }
      var transposed = letters
      transposed.swapAt(index, index + 1)
      words.insert(String(transposed))
    }
    words.remove(word)
    return words
  }
}

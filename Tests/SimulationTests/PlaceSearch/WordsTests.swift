import Clustering
import PinData
import Simulation
import TestSupport
import Testing

/// The words of a place and of a query.
@Suite struct WordsTests {
  private static let names = [
    "Café Müller", "ΑΘΗΝΑ", "Привет", "東京 駅", "مطعم", "Ångström", "Straße", "O'Neill's Pub",
    "24/7 Shop", "The In and Out", "नमस्ते", "é\u{301}clair",
  ]

  private static func index() throws -> PlaceIndex { try .ofStores(names) }

  @Test(arguments: [
    ("cafe MULLER", "Café Müller"), ("CAFE\u{301}", "Café Müller"), ("αθηνα", "ΑΘΗΝΑ"),
    ("ПРИВЕТ", "Привет"), ("駅", "東京 駅"), ("مطعم", "مطعم"), ("angstrom", "Ångström"),
    ("STRAßE", "Straße"), ("neill", "O'Neill's Pub"), ("24", "24/7 Shop"),
    ("नमस्ते", "नमस्ते"), ("eclair", "é\u{301}clair"), ("the in and out", "The In and Out"),
  ])
  func `case, accents and punctuation do not matter`(text: String, name: String) throws {
    #expect(try Self.index().names(text) == [name])
  }

  @Test func `stop words need not match`() throws {
    let index = try Self.index()
    #expect(try index.names("the pub near me") == ["O'Neill's Pub"])
    // But they count in a name that is the whole query, and where there is nothing else.
    #expect(try index.names("in") == ["The In and Out"])
    #expect(try index.names("in the").first == "The In and Out")
  }

  @Test func `sixteen words of the first 512 characters count`() throws {
    let index = try Self.index()
    let padding = String(repeating: "pub ", count: 15)
    #expect(try index.names(padding + "neill") == ["O'Neill's Pub"])
    #expect(try index.names(padding + "pub xyzzyx") == ["O'Neill's Pub"])
    #expect(try index.names(String(repeating: " ", count: 512) + "pub").isEmpty)
    #expect(try index.names(String(repeating: " ", count: 509) + "pub") == ["O'Neill's Pub"])
    #expect(try index.names("pub" + String(repeating: "!", count: 100_000)) == ["O'Neill's Pub"])
    #expect(try index.names(String(repeating: "a", count: 100_000)).isEmpty)
  }

  @Test func `a street's and a city's words and the number are found together`() throws {
    let place = Place(
      name: "Hauptstraße 12a", classification: .address, street: "Hauptstraße",
      houseNumber: "12a", city: "Bad Homburg", coordinate: Coordinate(1, 1))
    let index = try PlaceIndexFile([place]).open()
    for text in ["hauptstraße 12a bad homburg", "Bad Homburg, Hauptstraße 12A", "12a homburg"] {
      #expect(try index.names(text) == ["Hauptstraße 12a"])
    }
  }
}

@Suite struct SpellingTests {
  @Test(arguments: ["harbour", "münchen", "golden", "xanadu", "東京都庁舎"])
  func `each word one typing error away finds the word`(word: String) throws {
    let index = try PlaceIndex.ofStores([word, "zzz"])
    for typed in Self.oneErrorAway(from: word) where typed.unicodeScalars.count >= 4 {
      #expect(try index.names(typed) == [word], "\(typed)")
    }
  }

  @Test(arguments: ["harbour", "golden"])
  func `a word two typing errors away finds nothing`(word: String) throws {
    let index = try PlaceIndex.ofStores([word, "zzz"])
    for typed in ["x" + word + "x", String(word.dropFirst(2)), word + "qq"] {
      #expect(try index.names(typed).isEmpty, "\(typed)")
    }
  }

  @Test(
    arguments: [
      // A known word is not replaced.
      ("hotel motel motel", "hotel", ["hotel"]),
      // The more frequent word comes first.
      ("mater later later wader", "water", ["later", "later", "mater", "wader"]),
      // Short words and numbers are not replaced.
      ("abc 12345 abcd", "abx", []), ("abc 12345 abcd", "12346", []),
      ("abc 12345 abcd", "abcx", ["abc", "abcd"]),
    ] as [(String, String, [String])])
  func `a word is replaced by the nearest ones`(
    words: String, text: String, found: [String]
  ) throws {
    let index = try PlaceIndex.ofStores(words.split(separator: " ").map(String.init))
    #expect(try index.names(text) == found)
  }

  @Test func `the profile says which words are replaced, and by how many`() throws {
    let file = try PlaceIndexFile(["ab", "abc", "later", "later", "mater"].map { .store($0) })
    let early = try file.open([.correctionMinLength: 2])
    #expect(try early.names("abx") == ["ab", "abc"])
    #expect(try early.names("ax") == ["ab"])
    #expect(try file.open([.correctionMinLength: 6]).names("water").isEmpty)
    #expect(try file.open().names("water") == ["later", "later", "mater"])
    #expect(try file.open([.correctionCount: 1]).names("water") == ["later", "later"])
  }

  @Test func `a misspelt word is one of several`() throws {
    let index = try PlaceIndex.ofStores(["Golden Lion", "Golden Lamb", "Silver Lion"])
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

extension PlaceIndex {
  fileprivate static func ofStores(_ names: [String]) throws -> PlaceIndex {
    try PlaceIndexFile(names.map { .store($0) }).open()
  }
}

extension Place {
  fileprivate static func store(_ name: String) -> Place {
    Place(name: name, classification: .pointOfInterest(.store), coordinate: Coordinate(0, 0))
  }
}

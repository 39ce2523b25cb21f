import PinData
import Testing

@Suite struct PlaceSearchWordsTests {
  private var wordLists: [(String, [String])] {
    PointOfInterestCategory.allCases.map { ($0.rawValue, $0.searchWords) }
      + PhysicalFeature.allCases.map { ($0.rawValue, $0.searchWords) }
  }

  @Test func everyCategoryHasTwoToFiveTidyWords() {
    for (name, words) in wordLists {
      #expect((2...5).contains(words.count), "\(name)")
      for word in words {
        #expect(word == word.lowercased())
        #expect(word.allSatisfy { $0.isASCII && ($0.isLetter || $0 == " ") }, "\(word)")
        #expect((1...2).contains(word.split(separator: " ").count), "\(word)")
      }
    }
  }

  @Test func noWordBelongsToTwoCategories() {
    var owners: [String: String] = [:]
    for (name, words) in wordLists {
      for word in words {
        #expect(owners[word] == nil, "\(word): \(name) and \(owners[word] ?? "")")
        owners[word] = name
      }
    }
  }

  @Test func theUsualWordsAreThere() {
    #expect(PointOfInterestCategory.cafe.searchWords.first == "coffee")
    #expect(PointOfInterestCategory.gasStation.searchWords.prefix(3) == ["gas", "petrol", "fuel"])
    #expect(PhysicalFeature.lake.searchWords.contains("lake"))
  }
}

import Families
import Foundation
import ScenarioModel
import Support
import TestSupport
import Testing

/// Strategies as code in an app, in `Sources/4-Families/InApp`, and metrics as effects on a person.
@Suite struct InAppTests {
  /// No strategy is without words and code, and no code without a strategy.
  @Test(arguments: FamilyRegistry.standard.names)
  func eachStrategyHasWordsAndCode(family name: String) throws {
    let text = try RepositoryFile.text("Sources/4-Families/InApp/\(name).md")
    #expect(text.hasPrefix("# \(name)\n\n## "))
    let codes = try AppCode.byStrategy(parsing: text, file: "\(name).md")
    let strategies = try #require(FamilyRegistry.standard[name]).strategies
    #expect(Set(codes.keys) == Set(strategies.map(\.name)))
    for strategy in strategies {
      #expect(strategy.inApp == codes[strategy.name], "\(strategy.name)")
      let code = try #require(strategy.inApp)
      #expect(!code.label.isEmpty && !code.label.hasSuffix("."), "\(code.label)")
      #expect(code.sentence.hasSuffix("."), "\(code.sentence)")
      let lines = code.code.split(separator: "\n")
      #expect((1...36).contains(lines.count) && lines.allSatisfy { $0.count <= 100 }, "\(code)")
    }
    #expect(Set(codes.values.map(\.label)).count == codes.count)
  }

  /// Code with a type of the library imports it, and leads to an article that there is.
  @Test func codeWithTheLibraryHasItsArticle() throws {
    let library = /\b(ClusteredMap|(Grid|Hierarchical)Clusters|SpatialIndex|Map(Point|Rect))\b/
    var articles: Set<String> = []
    for family in FamilyRegistry.standard.names {
      for strategy in try #require(FamilyRegistry.standard[family]).strategies {
        let code = try #require(strategy.inApp)
        let usesLibrary = code.code.contains(library) || code.code.contains("mapView.zoom")
        #expect((code.article != nil) == usesLibrary, "\(strategy.name)")
        if let article = code.article { articles.insert(article) }
      }
    }
    #expect(
      Set(articles.map { URL(filePath: $0).lastPathComponent })
        == ["ChoosingAnIndex.md", "UsingClustersInAnApp.md"])
    for article in articles {
      #expect(FileManager.default.fileExists(atPath: RepositoryFile.path(article)))
    }
  }

  @Test(arguments: [("polygon", "MKMultiPolygon(", false), ("circle", "MKMultiPolyline(", true)])
  func areasHaveTheirCode(shape: String, part: String, hasLines: Bool) throws {
    let trial = try FamilyTrial.overlays("{ situation: zones, shape: \(shape), seed: 5 }")
    let strategies = ScenarioDescription(trial.scenario).family?.strategies ?? []
    let code = try #require(strategies.first { $0.name == "multi-polyline" }?.inApp)
    #expect(code.code.contains(part) && code.sentence.contains("Polyline") == hasLines)
  }

  @Test func theCodeOfAnotherStrategyIsNamed() throws {
    let codes = try AppCode.byStrategy(
      parsing: """
        # pins

        ## scan

        With **the pins in view,
        found by a loop**: all are compared.

        As in `index`.

        ## index

        With **an index**: `SpatialIndex` finds them.

        ```swift
        if true {

        }
        ```
        """, file: "pins.md")
    let code = "if true {\n\n}"
    #expect(
      codes["scan"]
        == AppCode(
          label: "the pins in view, found by a loop", sentence: "All are compared.", code: code))
    #expect(
      codes["index"]
        == AppCode(label: "an index", sentence: "`SpatialIndex` finds them.", code: code))
  }

  @Test(arguments: [
    ("## a\n\nAll pins.\n", "'All pins.'"),
    ("## a\n\nWith **b**: c.\n", "a block of Swift"),
    ("## a\n\nWith **b**: c.\n\nAs in `d`.\n", "a block of Swift"),
    ("## a\n\nWith **b**: c.\n\nAs in `a`.\n", "a block of Swift"),
    ("## a\n\nWith **b**: c.\n\n```\n\n```swift\n", "a block of Swift"),
    ("## b\n\nWith **b**: c.\n\n```swift\nd\n```\n\n## b\n", "one section"),
  ])
  func aMistakeIsFound(text: String, message: String) throws {
    let error = #expect(throws: InputError.self) {
      _ = try AppCode.byStrategy(parsing: "# pins\n\n" + text, file: "pins.md")
    }
    let description = error.map { "\($0)" } ?? ""
    #expect(description.hasPrefix("pins.md:") && description.contains(message), "\(description)")
  }

  @Test func anOwnStrategySaysWhatItIs() throws {
    let code = AppCode(label: "no pins", sentence: "Shows none.", code: "mapView.isHidden = true")
    let entry = StrategyEntry<AnnotationStrategyFactory>(
      "none", summary: "Shows no pin.", showing: { _, _, _ in [] })
    #expect(Family.annotations.adding([entry.inApp(code)]).strategies.last?.inApp == code)
    let old = try JSONDecoder().decode(
      StrategyDescription.self, from: Data(#"{"name": "none", "summary": "Shows no pin."}"#.utf8))
    #expect(old.inApp == nil)
  }

  /// Each criterion of a recommendation has a meaning for a person, with one place for the number.
  @Test(arguments: FamilyRegistry.standard.names)
  func criteriaHaveAnEffect(family name: String) throws {
    let family = try #require(FamilyRegistry.standard[name]).description
    for criterion in family.criteria {
      #expect(criterion.metric.effect != nil, "\(criterion.metric.name)")
    }
    for metric in family.allMetrics {
      guard let effect = metric.effect else { continue }
      #expect(effect.ranges(of: "{}").count == 1 && !effect.hasSuffix("."), "\(effect)")
    }
  }
}

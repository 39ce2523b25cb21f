import Foundation
import TestSupport
import Testing

/// The code for MapKit and the examples of the article agree with Apple's declarations, as far as
/// stubs can show.
@Suite(
  .serialized,
  .enabled(if: AppleStubs.compiler != nil, "there is no swiftc in the search path"))
struct StubTests {
  #if !canImport(MapKit)
    @Test(.exhaustive) func theCodeForMapKitAndTheExamplesHaveTheRightTypes() throws {
      let stubs = try AppleStubs()
      let examples = try AppleStubs.files("Tests/AppleStubs/Examples")
      #expect(examples.count == 3)
      let (code, text) = try stubs.check(examples)
      #expect(code == 0, "\(text)")

      // The check can fail: with an item for a coordinate, and off the main actor.
      let folder = try TemporaryFolder()
      let wrong = try folder.write(
        """
        import Clustering
        import MapKit

        func wrong(_ item: ClusterItem) { _ = ItemAnnotation<Stop>(item) }
        nonisolated func offTheMainActor(_ mapView: MKMapView) -> Double { mapView.zoom }
        func right(_ mapView: MKMapRect) -> MapRect { MapRect(mapView) }
        """, to: "Wrong.swift")
      let (wrongCode, errors) = try stubs.check(examples + [wrong])
      #expect(wrongCode != 0)
      #expect(errors.contains("Wrong.swift:4") && errors.contains("Wrong.swift:5"), "\(errors)")
      #expect(!errors.contains("Wrong.swift:6"), "\(errors)")
    }

    /// The code of the strategies agrees with Apple's declarations and with the library.
    @Test(.exhaustive) func theCodeOfTheStrategiesHasTheRightTypes() throws {
      let stubs = try AppleStubs()
      let screens = try AppleStubs.files("Tests/AppleStubs/InApp")
      let folder = try TemporaryFolder()
      func check(_ blocks: [InAppBlock]) throws -> (code: Int32, text: String) {
        let files = try blocks.enumerated().map { number, block in
          try folder.write(block.source(number: number), to: "Block\(number).swift")
        }
        return try stubs.check(screens + files)
      }
      let blocks = try InAppBlock.all()
      #expect(blocks.count > 100)
      let (code, text) = try check(blocks)
      #expect(code == 0, "\(text)")

      let texts = blocks.map(\.code).joined()
      for place in InAppPlace.allCases { #expect(texts.contains(place.rawValue), "\(place)") }

      // The check can fail, in each kind of places.
      let screen = "// In the view controller."
      let (wrongCode, errors) = try check([
        InAppBlock(
          file: "wrong.md", line: 10, code: "// In a file of its own.\nstruct Pin { var a: MKPin }"),
        InAppBlock(file: "wrong.md", line: 20, code: "\(screen)\nvar pin: MKMapView { 1 }"),
        InAppBlock(
          file: "wrong.md", line: 30,
          code: """
            // In the view controller's viewDidLoad().
            mapView.addAnnotations(radius)
            \(screen)
            private let radius = 1.0
            """),
        InAppBlock(
          file: "wrong.md", line: 40,
          code: "\(screen)\nfunc show() { mapView.addAnnotations(stores) }"),
        // A view of SwiftUI is a value: its state is that of its Coordinator.
        InAppBlock(
          file: "wrong.md", line: 50,
          code: """
            // In the UIViewRepresentable.
            private var doneRequest = 0
            func updateUIView(_ mapView: MKMapView, context: Context) {
              doneRequest = 1
            }
            // In its Coordinator, which is the map view's delegate.
            func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool) {
              doneRequest = 2
            }
            """),
        // The library is imported where it is used, members included.
        InAppBlock(
          file: "wrong.md", line: 60, code: "\(screen)\nvar zoom: Double { mapView.zoom }"),
      ])
      #expect(wrongCode != 0)
      let found = errors.matches(of: /wrong\.md:(?<line>[0-9]+):[0-9]+: error/)
      let expected: Set<Substring> = ["11", "21", "31", "53", "57", "61"]
      #expect(Set(found.map { $0.output.line }) == expected, "\(errors)")
    }
  #endif

  /// Code is compiled where its comment says, and there is no other place.
  @Test(arguments: [
    ("mapView.addAnnotations(stores)", 10), ("// In the Coordinator.\nvar count = 0", 10),
    ("// In the view controller.\nvar count = 0\n\n// In the View.\nvar sum = 0", 13),
  ])
  func codeHasAPlace(code: String, line: Int) {
    let block = InAppBlock(file: "wrong.md", line: 10, code: code)
    let error = #expect(throws: InAppBlock.UnplacedCode.self) { try block.source(number: 0) }
    #expect(error?.description.hasPrefix("wrong.md:\(line): '// In the ") == (code.first == "/"))
    #expect(error?.line == line)
  }

  /// Every snippet of Swift in an article is a part of an example, line by line.
  @Test(arguments: [
    ("UsingClustersInAnApp", 6), ("ComingFromAnotherLibrary", 5), ("Clustering", 1),
  ])
  func theSnippetsOfTheArticlesAreTheExamples(_ article: String, expectedCount: Int) throws {
    let text = try RepositoryFile.text("Sources/1-Base/Clustering/Clustering.docc/\(article).md")
    let examples = try AppleStubs.files("Tests/AppleStubs/Examples").map {
      lines(try String(contentsOfFile: $0, encoding: .utf8))
    }
    var count = 0
    for match in text.matches(of: /```swift\n(?<code>(?:.|\n)*?)```/) {
      let snippet = lines(String(match.code))
      let isPart = examples.contains { example in
        example.indices.contains { example[$0...].starts(with: snippet) }
      }
      #expect(isPart, "\(match.code)")
      count += 1
    }
    #expect(count == expectedCount)
  }

  /// Without the indentation and the empty lines, so that a snippet may leave out what is around.
  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}

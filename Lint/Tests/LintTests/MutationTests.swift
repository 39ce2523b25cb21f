import Foundation
import LintRules
import Testing

/// Sources with random mistakes: a check neither crashes nor hangs, and its findings lie in the
/// file.
struct MutationTests {
  /// A generator with a seed, SplitMix64.
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var value = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
      return value ^ (value >> 31)
    }
  }

  /// The tests of this package. Without its quotes, a source in a test is code, too.
  static func sources() throws -> [[UInt8]] {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }.map {
        Array(try String(contentsOf: $0, encoding: .utf8).replacing("\"\"\"", with: "").utf8)
      }
  }

  static let fragments = [
    "(", ")", "{", "}", "[", "]", "\"", "\"\"\"", "\\(", "/*", "*/", "//", "#if X\n", "#endif\n",
    "?", "!", ".", ",", "import MapKit\n", "view.setRegion(region)", "Map(position: $camera)",
    "MKLocalSearch.Request()", "ForEach(pins) { Marker($0) }", "\u{0}", "\u{202e}", "é", "🗺",
    "// mappressure:ignore ", "updateUIView", "@State var ", "await ", "for x in y {", "\r\n",
  ]

  static func mutated(_ source: [UInt8], with random: inout Random) -> [UInt8] {
    // A kilobyte, so that many are checked.
    let start = Int.random(in: 0..<max(source.count - 1_000, 1), using: &random)
    var bytes = Array(source[start..<min(start + 1_000, source.count)])
    for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
      let from = Int.random(in: 0..<bytes.count, using: &random)
      let to = min(bytes.count, from + Int.random(in: 0...60, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(from..<to)
      case 1: bytes.insert(contentsOf: bytes[from..<to], at: from)
      case 2: bytes[from] = UInt8.random(in: 0...255, using: &random)
      case 3: bytes.replaceSubrange(from..<to, with: bytes[from..<to].reversed())
      default:
        let fragment = fragments.randomElement(using: &random) ?? ""
        bytes.insert(contentsOf: fragment.utf8, at: from)
      }
    }
    return bytes
  }

  @Test func mutatedSourcesAreChecked() throws {
    let isExhaustive = ProcessInfo.processInfo.environment["MAPPRESSURE_TEST_ALL"] != nil
    let sources = try Self.sources()
    var random = Random(state: 41)
    for batch in 0..<(isExhaustive ? 200 : 20) {
      let mutants = (0..<100).map { number in
        let source = sources[Int.random(in: 0..<sources.count, using: &random)]
        return (
          path: "\(batch)-\(number).swift",
          bytes: Array("import MapKit\n".utf8) + Self.mutated(source, with: &random)
        )
      }
      let result = Linter().check(mutants.map { Linter.Source(path: $0.path, bytes: $0.bytes) })
      #expect(result.files + result.skipped.count { !$0.inPart } == mutants.count)
      for finding in result.findings {
        let mutant = try #require(mutants.first { $0.path == finding.path })
        let lines = LineTable(mutant.bytes)
        #expect(lines.text(ofLine: finding.line) == finding.snippet)
        #expect(finding.column >= 1 && finding.column <= finding.snippet.utf8.count + 1)
        #expect((finding.line, finding.column) <= (finding.endLine, finding.endColumn))
        #expect(finding.edits.isEmpty || Edit.apply(finding.edits, to: mutant.bytes) != nil)
      }
    }
  }

  @Test func theSourcesOfThisPackageAreChecked() throws {
    let sources = try Self.sources()
    let result = Linter().check(
      sources.enumerated().map { Linter.Source(path: "\($0).swift", bytes: $1) })
    #expect(result.files == sources.count)
  }
}

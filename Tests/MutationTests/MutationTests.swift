import Foundation
import FuzzTargets
import TestSupport
import Testing

/// Whatever happens to a file, its reader reads it or refuses it with an error that has a place;
/// see ``FuzzTarget/read(_:)``. The fuzzer continues from here: `make fuzz`.
@Suite struct MutationTests {
  private static let names = FuzzTarget.all.map(\.name)

  /// The number of inputs that a target reads; YAML is slow in a debug build, and a damaged
  /// scenario is seldom accepted.
  private static func count(of target: String) -> Int {
    switch target {
    case "scenario": TestTier.select(300, exhaustive: 600)
    case "profile", "validation": TestTier.select(100, exhaustive: 400)
    // Each that is accepted is fitted.
    default: TestTier.select(190, exhaustive: 1_900)
    }
  }

  @Test func thousandsOfInputsAreRead() {
    let count = Self.names.map(Self.count(of:)).reduce(0, +)
    #expect(count >= TestTier.select(2_000, exhaustive: 20_000))
  }

  /// A change of a format leaves no seed behind that nothing can read any more.
  @Test(arguments: names)
  func everyTargetHasASeedThatIsAccepted(name: String) throws {
    let target = try #require(FuzzTarget.named(name))
    let readings = try FuzzingFolder.seeds(of: name).map { seed in
      (seed.name, try target.read(Data(seed.bytes)))
    }
    #expect(readings.contains { $0.1 == .accepted }, "renew the seeds: \(readings)")
  }

  @Test func theDictionariesAreRead() throws {
    for target in FuzzTarget.all {
      let words = try FuzzingFolder.words(of: target.dictionary)
      #expect(words.count > 30, "\(target.dictionary)")
      #expect(words.contains(Array("9223372036854775807".utf8)))
    }
    #expect(try FuzzingFolder.words(of: "csv").contains([0x0D, 0x0A]))
  }

  /// In a process of its own, so that a trap ends only that, and its input is known.
  @Test(arguments: names)
  func damagedFilesAreReadOrRefused(name: String) async throws {
    let count = Self.count(of: name)
    let path = FileManager.default.temporaryDirectory.path + "/mutation-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: path) }
    let result = await #expect(processExitsWith: .success) {
      [name, count = count as Int, path = path as String] in
      // A reader that does not come to an end ends the process.
      alarm(300)
      let notes = try Notes(writingTo: path)
      do {
        let accepted = try Campaign(name).accepted(of: 0..<count, willRead: notes.write)
        // A mutator whose inputs are all alike to the reader would show nothing.
        guard accepted >= count / 50, count - accepted >= count / 5 else {
          throw Campaign.Failed(
            description: "of \(count) inputs \(accepted) were accepted: the mutator is vacuous")
        }
      } catch {
        try notes.append("\(error)")
        throw error
      }
    }
    if result == nil {
      let note = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let number = Int(note.prefix { $0 != " " })
      let input = try number.map { try Campaign(name).input($0) } ?? []
      Issue.record(
        """
        \(name): input \(note)
        \(String(decoding: input, as: UTF8.self).debugDescription)
        """)
    }
  }
}

/// A file in which a process leaves what it was at, for the one that started it.
private struct Notes {
  private let file: FileHandle

  init(writingTo path: String) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// Replaces the number of the input.
  func write(_ number: Int) throws {
    try file.seek(toOffset: 0)
    // Numbers only grow.
    try file.write(contentsOf: Data("\(number) ".utf8))
  }

  func append(_ text: String) throws {
    try file.write(contentsOf: Data(text.utf8))
  }
}

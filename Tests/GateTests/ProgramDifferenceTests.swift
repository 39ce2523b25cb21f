import Foundation
import Gate
import TestSupport
import Testing

/// Which functions differ between two small programs, as the linker made them.
@Suite(.enabled(if: SmallProgram.canBeLinked, "needs clang and lld on x86-64 Linux"))
struct ProgramDifferenceTests {
  private static let source = """
    static const int table[] = {3, 1, 4, 1, 5};
    const char *const names[] = {"one", "two", "three"};
    int counter = 7;
    __attribute__((noinline)) int twice(int x) { return 2 * x + 1; }
    __attribute__((noinline)) int looked_up(int x) { return table[x]; }
    __attribute__((noinline)) int counted(void) { return counter++; }
    __attribute__((noinline)) const char *named(int x) { return names[x]; }
    __attribute__((noinline)) const char *said(void) { return "a sentence"; }
    int (*volatile calls[])(int) = {twice, looked_up};
    int main(int count, char **all) {
      return calls[count & 1](count) + counted() + named(count)[0] + said()[count];
    }
    """

  @Test func sameSourceIsEqual() throws {
    let result = try SmallProgram.difference(Self.source, Self.source)
    guard case .equal = result else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func changedFunctionIsNamed() throws {
    let result = try SmallProgram.changed(
      Self.source, Self.source.replacingOccurrences(of: "2 * x + 1", with: "5 * x + 2"))
    #expect(result == ["twice"])
  }

  /// A change outside of a function's bytes: its readers, or nothing is known.
  @Test(arguments: [
    ("4, 1, 5", "4, 2, 5", "looked_up"), ("counter = 7", "counter = 8", "counted"),
    ("\"two\"", "\"tvo\"", "named"), ("a sentence", "a centence", "said"),
    ("twice, looked_up}", "looked_up, twice}", "main"),
    (
      "int counter = 7;",
      "__attribute__((constructor)) static void early(void) { __asm__ volatile(\"nop\"); } int counter = 7;",
      "-"
    ),
    ("int counter = 7;", "int exported; int counter = 7;", "?"),
  ])
  func changedDataCountsForItsReaders(text: String, other: String, reader: String) throws {
    let changed = try SmallProgram.changed(
      Self.source, Self.source.replacingOccurrences(of: text, with: other))
    if reader == "-" { #expect(changed == nil) }
    if reader != "?", let changed { #expect(changed.contains(reader)) }
  }

  /// Each generated change is of one number of a table that one function reads.
  @Test(arguments: TestTier.sample(Array(0..<50), 6)) func generatedChangeIsSeen(place: Int) throws
  {
    func source(_ changed: Int?) -> String {
      let numbers = (0..<50).map { "\($0 * 7919 % 1_009 + ($0 == changed ? 1 : 0))" }
      return """
        static const int table[] = {\(numbers.joined(separator: ", "))};
        __attribute__((noinline)) int read_table(int x) { return table[x]; }
        __attribute__((noinline)) int other(int x) { return x * 3; }
        int main(int count, char **all) { return read_table(count) + other(count); }
        """
    }
    let changed = try SmallProgram.changed(source(nil), source(place))
    #expect(changed?.contains("read_table") ?? true)
    #expect(changed?.contains("other") != true)
  }

  @Test func hostileFilesAreRefused() throws {
    let folder = try TemporaryFolder()
    let path = try SmallProgram.link(Self.source, in: folder, "program")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    for length in stride(from: 0, to: bytes.count, by: 997) {
      if let program = try? ELFProgram(bytes.prefix(length), path: path) {
        _ = try? ProgramImage(program)
      }
    }
    #expect(throws: ELFError.self) { try ELFProgram(Data("text".utf8), path: path) }
  }
}

/// A program of a few lines of C that keeps its relocations.
enum SmallProgram {
  static let canBeLinked: Bool = {
    #if os(Linux) && arch(x86_64)
      (try? link("int main(void) { return 0; }", in: TemporaryFolder(), "probe")) != nil
    #else
      false
    #endif
  }()

  private struct CannotLink: Error {}

  static func link(_ source: String, in folder: TemporaryFolder, _ name: String) throws -> String {
    try folder.write(source, to: "source.c")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.arguments = [
      "clang", "-O1", "-fPIE", "-pie", "-fuse-ld=lld", "-Wl,--emit-relocs", "source.c", "-o", name,
    ]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CannotLink() }
    return folder.file(name)
  }

  static func difference(_ one: String, _ other: String) throws -> ProgramDifference {
    let folder = try TemporaryFolder()
    return ProgramDifference(
      base: try ELFProgram(path: link(one, in: folder, "base")),
      head: try ELFProgram(path: link(other, in: folder, "head")))
  }

  /// The names of the functions that differ; `nil` if that is not known.
  static func changed(_ one: String, _ other: String) throws -> Set<String>? {
    let folder = try TemporaryFolder()
    let base = try ELFProgram(path: link(one, in: folder, "base"))
    let head = try ELFProgram(path: link(other, in: folder, "head"))
    guard case .functions(let functions, let image) = ProgramDifference(base: base, head: head)
    else { return nil }
    return Set(functions.map { image.name(ofFunction: $0) })
  }
}

import Foundation
import Gate
import Harness
import TestSupport
import Testing

/// The statement on two programs before anything is replayed.
@Suite struct SamenessTests {
  private func sameness(
    _ base: String, _ head: String, beside: (base: String?, head: String?) = (nil, nil)
  ) throws -> Sameness? {
    let folder = try TemporaryFolder()
    for (name, text, other) in [("base", base, beside.base), ("head", head, beside.head)] {
      _ = try folder.makeFolder(name)
      try folder.write(text, to: "\(name)/program")
      if let other { try folder.write(other, to: "\(name)/libPins.so") }
    }
    return Sameness(base: folder.file("base/program"), head: folder.file("head/program"))
  }

  /// The base of a gate is linked as this program is: it loads the C library, and nothing unknown.
  @Test func aProgramSaysWhatItLoads() throws {
    #if os(Linux)
      let program = try ELFProgram(path: WorkerProgram.ownPath)
      #expect(program.names("libc.so") && !program.names("libNone.so"))
      #expect(!program.loadedBytes.isEmpty)
      #expect(throws: ELFError.self) { try ELFProgram(Data("text".utf8), path: "text") }
    #endif
  }

  @Test func equalBytesAreTheSame() throws {
    #expect(try sameness("text", "text") == .byteForByte)
    #expect(try sameness("text", "text", beside: ("1", "1")) == .byteForByte)
  }

  @Test func otherBytesAreNotTheSame() throws {
    #expect(try sameness("text", "tixt") == nil)
    #expect(try sameness("text", "text and more") == nil)
  }

  /// A library of the package is no part of the program's file.
  @Test(arguments: [("1", "2"), ("1", nil), (nil, "2")] as [(String?, String?)])
  func anotherLibraryNextToThemIsAnotherProgram(base: String?, head: String?) throws {
    #expect(try sameness("text", "text", beside: (base, head)) == nil)
  }
}

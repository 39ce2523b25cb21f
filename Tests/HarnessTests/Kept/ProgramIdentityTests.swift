import Foundation
import Harness
import TestSupport
import Testing

/// Another program, library, processor or environment is another identity.
@Suite struct ProgramIdentityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["program", "libm.so.6", "libc.so.6", "data.bin"] {
      try folder.write(name, to: name)
    }
  }

  private static let processor = """
    processor\t: 0
    model name\t: A processor
    cpu MHz\t\t: 2100.000
    flags\t\t: fpu sse avx

    processor\t: 1
    model name\t: A processor
    """

  private func identity(
    libraries names: [String] = ["libm.so.6", "libc.so.6"], processor: String = processor,
    environment: [String: String] = ["LANG": "C"], arguments: [String] = ["worker"],
    program: String = "program", files: FileDigests = FileDigests()
  ) -> ProgramIdentity? {
    var list = ["\tlinux-vdso.so.1 (0x00007fdf71ae6000)"]
    for (number, name) in names.enumerated() {
      // At another address each time.
      let address = "(0x00007fdf7152\(UInt8.random(in: 10...99)))"
      list.append("\t" + (number == 0 ? "\(name) => " : "") + "\(folder.file(name)) \(address)")
    }
    return ProgramIdentity(
      program: WorkerProgram(executable: folder.file(program), arguments: arguments),
      libraries: list.joined(separator: "\n"), processors: processor, environment: environment,
      files: files)
  }

  @Test func eachPartCounts() throws {
    let first = try #require(identity())
    let others = [
      identity(libraries: ["libm.so.6"]),
      identity(libraries: ["libm.so.6", "libc.so.6", "program"]),
      identity(processor: Self.processor.replacing("avx", with: "avx2")),
      identity(processor: Self.processor.replacing("A processor", with: "Another")),
      identity(environment: ["LANG": "de"]),
      identity(environment: ["LANG": "C", "CHANGE": "view"]),
      identity(arguments: ["worker", "--other"]), identity(program: "data.bin"),
    ]
    for (number, other) in others.enumerated() {
      #expect(other != nil && other != first, "\(number)")
    }
    // Resources that the program's code reads, and libraries that it loads later.
    for name in ["App_Pins.resources/pins.json", "libLater.so"] {
      if name.contains("/") { try folder.makeFolder("App_Pins.resources") }
      try folder.write("1", to: name)
      let one = identity()
      try folder.write("2", to: name)
      #expect(one != nil && one != first && identity() != one, "\(name)")
      try folder.remove(name)
    }
    for name in ["program", "libm.so.6"] {
      try folder.write("changed", to: name)
      let changed = identity()
      #expect(changed != nil && changed != first, "\(name)")
      try folder.write(name, to: name)
      #expect(identity() == first)
    }
  }

  @Test func whatDiffersEachTimeDoesNotCount() throws {
    let first = try #require(identity())
    #expect(identity() == first)
    #expect(identity(processor: Self.processor.replacing("2100", with: "3400")) == first)
    let session = [
      "LANG": "C", "PWD": "/here", "SSH_TTY": "1", "GITHUB_RUN_ID": "2", "TERM": "dumb",
      "CI_GATE_BASE": "main", "INVOCATION_ID": "3",
    ]
    #expect(identity(environment: session) == first)
  }

  /// A process may have read either content.
  @Test func aFileThatChangesOrIsGoneHasNone() throws {
    let files = FileDigests()
    let path = folder.file("program")
    let digest = try #require(files.digest(of: path))
    #expect(files.digest(of: path) == digest)
    #expect(identity(files: files) == identity())
    try folder.write("replaced", to: "program")
    #expect(files.digest(of: path) == nil && identity(files: files) == nil)
    #expect(identity() != nil && identity(libraries: ["missing.so"]) == nil)
    #expect(identity(program: "missing") == nil && identity(libraries: []) == nil)
  }
}

import Foundation
import Harness
import TestSupport
import Testing

/// The stack of a crash, in the words of Swift 6.2 and later.
@Suite struct BacktraceTests {
  private static let sources =
    URL(fileURLWithPath: #filePath + "/../../../Sources").standardized.path

  private static let text = """
    *** Swift runtime failure: Index out of range ***

    Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

    Thread 0 "my-clusters" crashed:

      0 [inlined] [system] 0x000055e1fea97001 Swift runtime failure: Index out of range in my-clusters at //<compiler-generated>
      1                    0x000055e1fea97001 GridIndex.cell(at:) + 223 in my-clusters at \(sources)/1-Base/Clustering/GridIndex.swift:30
      2 [ra]               0x000055e1fea97102 closure #1 in QuadTree.pins(in:) + 41 in my-clusters at /home/me/my clusters/Tree.swift:42:17
      3 [ra] [thunk]       0x000055e1fea97203 thunk for @escaping () -> () + 12 in my-clusters at /home/me/my clusters/Tree.swift:9:1
      4 [ra]               0x000055e1fea97304 MeasuredReplay.replayAll() + 12 in my-clusters at \(sources)/3-Engine/Harness/Worker/MeasuredReplay.swift:60:9
      5 [async]            0x000055e1fea97405 static Main.main() in my-clusters at /home/me/my clusters/Main.swift:5:3
      6 [async] [system]   0x00007f91ed444310 completeTask(swift::AsyncContext*) in libswift_Concurrency.so
    ...

    Backtrace took 0.03s

    """

  private func fault(without lines: ClosedRange<Int>? = nil, places: Bool = true) -> String? {
    var text = Self.text.split(separator: "\n").filter { line in
      !(lines ?? 99...99).contains { line.hasPrefix("  \($0) ") }
    }.joined(separator: "\n")
    if !places { text.replace(/\x20at \/.*/, with: "") }
    return Backtrace(text).fault?.description
  }

  /// The author's call, not the library's that it misused and not the program around the harness.
  @Test func theFaultIsTheInnermostCallOfTheAuthor() {
    // Of one that the compiler made there is no line.
    #expect(Backtrace(Self.text).calls.count == 6)
    #expect(fault() == "closure #1 in QuadTree.pins(in:) at /home/me/my clusters/Tree.swift:42")
  }

  @Test func withoutOneItIsTheInnermostCall() throws {
    // The path is from the working folder, if the file is in it.
    let fault = try #require(self.fault(without: 2...3))
    #expect(fault.hasPrefix("GridIndex.cell(at:) at "))
    #expect(fault.hasSuffix("Sources/1-Base/Clustering/GridIndex.swift:30"))
    #expect(self.fault(without: 0...3) == nil)
  }

  @Test func withoutDebugInformationItIsAFunction() {
    #expect(fault(places: false) == "GridIndex.cell(at:)")
    #expect(fault(without: 0...5, places: false) == nil)
    #expect(Backtrace("").fault == nil)
  }

  /// Addresses and times are others in each run.
  @Test func theKeptTextIsTheSameInEachRun() {
    let text = Backtrace(Self.text).text
    #expect(text.hasPrefix("*** Swift runtime failure: Index out of range ***\n"))
    #expect(text.hasSuffix("\n...\n"))
    #expect(text.contains(" closure #1 in QuadTree.pins(in:) + 41 in my-clusters at /home/me/my "))
    #expect(!text.contains("0x"))
  }

  @Test func theToolchainOfTheSwiftOnThePathWritesIt() throws {
    let folder = try TemporaryFolder()
    for name in ["usr/bin", "usr/libexec/swift/linux", "links"] { try folder.makeFolder(name) }
    try folder.writeProgram("usr/bin/swift", "")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("links/swift"), withDestinationPath: folder.file("usr/bin/swift"))
    let environment = ["PATH": "/nowhere:" + folder.file("links")]
    #expect(Backtrace.setting(for: "/stack", environment: environment) == nil)
    try folder.writeProgram("usr/libexec/swift/linux/swift-backtrace", "")
    let setting = try #require(Backtrace.setting(for: "/stack", environment: environment))
    #expect(setting.hasPrefix("enable=yes,"))
    #expect(setting.contains(",output-to=/stack,"))
    #expect(setting.hasSuffix("/usr/libexec/swift/linux/swift-backtrace"))
  }
}

import Harness
import TestSupport
import Testing

/// The outputs of profilers, read.
@Suite struct ProfileTests {
  private static let callgrind = """
    # callgrind format
    version: 1
    positions: instr
    events: Ir
    summary: 130

    ob=/bin/tool
    fl=???
    fn=main
    cfn=mappressure_counted_part
    calls=1 0x10
    0x8 130

    fn=mappressure_counted_part
    0x10 2
    cfn=fib
    calls=3 0x20
    0x10 128

    fn=fib
    0x20 8
    cob=/lib/libc.so.6
    cfi=???
    cfn=malloc
    calls=2 0x70
    0x20 40
    cfn=fib'2
    calls=4 0x20
    0x28 80

    fn=fib'2
    0x20 30
    cfn=fib'2
    calls=9 0x20
    0x28 50

    ob=/lib/libc.so.6
    fn=malloc
    0x70 40

    totals: 130
    """

  @Test func callgrindCountsByFunctionAndAddress() throws {
    let profile = try CallgrindProfile(parsing: Self.callgrind)
    #expect(profile.program == "/bin/tool")
    let names = ["mappressure_counted_part", "main", "fib", "malloc", "fib"].sorted()
    #expect(profile.functions.map(\.symbol).sorted() == names)
    let fib = try #require(profile.functions.first { $0.symbol == "fib" && !$0.isRecursion })
    #expect(fib.instructions == [0x20: 8])
    #expect(fib.calls[0x20]?.map(\.cost) == [40])
    #expect(fib.calls[0x28]?.map(\.count) == [4])
    let inner = try #require(profile.functions.first { $0.symbol == "fib" && $0.isRecursion })
    #expect(inner.instructions == [0x20: 30])
    let malloc = try #require(profile.functions.first { $0.symbol == "malloc" })
    #expect(malloc.object == "/lib/libc.so.6")
  }

  @Test(arguments: ["0x20 many", "0xzz 3"]) func aCostThatIsNoneIsRefused(line: String) {
    #expect(throws: ProfileUnavailable.self) {
      try CallgrindProfile(parsing: "fn=a\n" + line)
    }
  }

  private static let heap = """
    heap_v2/1
      t*: 3: 120 [9: 1200]
      t0: 3: 120 [9: 1200]
    @ 0x7f0000001000 0x550000001011 0x550000001101
      t*: 2: 64 [4: 128]
      t0: 2: 64 [4: 128]
    @ 0x7f0000001000 0x550000001021
      t*: 1: 56 [5: 1072]

    MAPPED_LIBRARIES:
    550000000000-550000001000 r--p 00000000 fe:00 1   /no/tool
    550000001000-550000002000 r-xp 00001000 fe:00 1   /no/tool
    7f0000000000-7f0000002000 r-xp 00000000 fe:00 2   /lib/libc.so.6
    """

  @Test func jemallocCountsByStack() throws {
    let profile = try HeapProfile(parsing: Self.heap, program: "/no/tool")
    #expect(profile.stacks.map(\.addresses) == [[0x1010, 0x1100], [0x1020]])
    #expect(profile.stacks.map(\.live.total) == [64, 56])
    #expect(profile.stacks.map(\.all.count) == [4, 5])
  }

  @Test func aPartOfAProfileIsRefused() {
    for text in ["", String(Self.heap.prefix(200)), Self.heap.replacing("heap_v2", with: "heap")] {
      #expect(throws: ProfileUnavailable.self) {
        try HeapProfile(parsing: text, program: "/no/tool")
      }
    }
  }

  @Test func framesHaveTheirSources() throws {
    let copy = try TemporaryFolder()
    let folder = copy.path
    _ = try copy.write("", to: "b.swift")
    let frames = SourceFrame.frames(
      in: """
        0x10
        $s1a6DriverV3addyySiF
        \(folder)/Sources/a.swift:6 (discriminator 2)
        $s1a4workyS2iF
        /b/a.swift:10
        0x20
        $ss16IndexingIteratorV4next7ElementQzSgyFSnySiG_Tg5
        \(folder)/Sources/a.swift:0
        $s1a4workyS2iF
        /b/a.swift:0
        0x28
        $s1a4workyS2iF
        /another copy/of it/b.swift:7
        0x30
        swift_slowAlloc
        Heap.cpp:0
        0x40
        mappressure_counted_part
        /b/s.c:1
        """, from: folder)
    #expect(frames[0x10]?.map(\.label) == ["Driver.add(_:)", "work(_:)"])
    #expect(frames[0x10]?.map(\.place) == ["Sources/a.swift:6", "/b/a.swift:10"])
    // A program may have been built in another copy of the repository.
    #expect(frames[0x28]?.map(\.place) == ["b.swift:7"])
    // The language's own code is at no line, whatever surrounds it.
    #expect(frames[0x20]?.map(\.isOwn) == [false, true])
    #expect(frames[0x30]?.map(\.isOwn) == [false])
    #expect(frames[0x40]?.map(\.isOwn) == [false])
    #expect(frames[0x40]?.map(\.isCountedPart) == [true])
  }

  @Test(arguments: [
    ("$s1a6DriverV4showyySiF", "Driver.show(_:)"), ("malloc", "malloc"),
    ("$s1a3runyySiFySpySiGXEfU_ySvSgcfU_To", "closure in closure in run(_:)"),
  ]) func labelsAreShort(symbol: String, label: String) {
    #expect(SourceFrame.label(of: symbol) == label)
  }
}

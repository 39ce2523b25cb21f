import Foundation
import Support
import TestSupport
import Testing

@Suite struct DescriptorOutputTests {
  init() {
    // A pipe without a reader raises it.
    signal(SIGPIPE, SIG_IGN)
  }

  private static func code(writingTo descriptor: Int32) -> Int32? {
    do throws(DescriptorOutput.Failure) {
      try DescriptorOutput.write([1, 2, 3], to: descriptor)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func aPipeWithoutAReaderIsAnError() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    #expect(Self.code(writingTo: pipe.fileHandleForWriting.fileDescriptor) == EPIPE)
  }

  @Test func aClosedDescriptorIsAnError() {
    #expect(Self.code(writingTo: -1) == EBADF)
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/dev/full"),
      "only Linux has a device that is always full"))
  func aFullDiskIsAnErrorWithTheSystemsWords() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(full >= 0)
    defer { close(full) }
    #expect(Self.code(writingTo: full) == ENOSPC)
    #expect(DescriptorOutput.Failure(code: ENOSPC).reason == "No space left on device")
  }

  /// On threads of its own: on the pool that all tests share, the reader would come after all of them,
  /// and the writer would hold one of two threads until then.
  @Test(.blocking) func everythingArrivesWhereWritingDoesNotWait() async throws {
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    async let reading = pipe.fileHandleForReading.readToEnd()
    try DescriptorOutput.write(bytes[...], to: descriptor)
    try pipe.fileHandleForWriting.close()
    #expect(try await reading.map(Array.init) == bytes)
  }
}

import CPNG
import Foundation
import Simulation
import TestSupport
import Testing

@Suite struct PNGTests {
  @Test(arguments: [(1, 1), (1, 9), (9, 1), (2, 3), (64, 33)])
  func noiseSurvives(width: Int, height: Int) throws {
    var generator = SeededGenerator(seed: 10)
    try expectRoundTrip(.random(width: width, height: height, using: &generator))
  }

  @Test func aPictureOfAMapSurvivesAndIsSmall() throws {
    let size = try expectRoundTrip(Self.picture())
    #expect((1_000..<100_000).contains(size))
  }

  @Test func sameFrameSameBytes() throws {
    let folder = try TemporaryFolder()
    try Self.picture().writePNG(to: folder.file("a.png"))
    try Self.picture().writePNG(to: folder.file("b.png"))
    #expect(try folder.data("a.png") == folder.data("b.png"))
  }

  @Test func aPictureReplacesALongerFile() throws {
    let folder = try TemporaryFolder()
    try Self.picture().writePNG(to: folder.file("a.png"))
    try expectRoundTrip(FrameBuffer(width: 2, height: 2), in: folder)
  }

  @Test func aMissingFolderIsAnErrorWithThePath() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("missing/a.png")
    let error = try #require(throws: PNGError.self) {
      try FrameBuffer(width: 2, height: 2).writePNG(to: path)
    }
    #expect(error == PNGError(path: path, reason: "No such file or directory"))
    #expect(error.description.contains("\(path): No such file or directory."))
  }

  @Test(.enabled(if: TinyDisk.isAvailable, "mounting a disk takes root"))
  func aFullDiskIsAnErrorAndLeavesNoFile() throws {
    let folder = try TemporaryFolder()
    let disk = try TinyDisk(at: folder.path)
    defer { disk.unmount() }
    var generator = SeededGenerator(seed: 12)
    let frame = FrameBuffer.random(width: 800, height: 800, using: &generator)
    let error = try #require(throws: PNGError.self) { try frame.writePNG(to: folder.file("a.png")) }
    #expect(error.path == folder.file("a.png") && !error.reason.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: error.path))
  }

  /// - Returns: the size of the file in bytes.
  @discardableResult
  private func expectRoundTrip(
    _ frame: FrameBuffer, in folder: TemporaryFolder? = nil
  ) throws -> Int {
    let folder = try folder ?? TemporaryFolder()
    try frame.writePNG(to: folder.file("a.png"))
    let file = try [UInt8](folder.data("a.png"))
    let decoded = try DecodedPicture(file)
    #expect(decoded.width == frame.width)
    #expect(decoded.height == frame.height)
    #expect(decoded.format == PNG_FORMAT_FLAG_COLOR)
    #expect(decoded.pixels == frame.colors.flatMap { [$0.red, $0.green, $0.blue] })
    return file.count
  }

  /// A phone's map with 200 markers and 40 clusters.
  private static func picture() -> FrameBuffer {
    let frame = FrameBuffer(width: 393, height: 852)
    frame.fill(with: .land)
    let bitmap = Bitmap(width: 28, height: 28)
    var generator = SeededGenerator(seed: 11)
    for index in 0..<240 {
      let artwork: any Artwork =
        index % 6 == 0
        ? ClusterArtwork(count: Int.random(in: 2...3_000, using: &generator)) : MarkerArtwork()
      artwork.draw(into: bitmap)
      frame.composite(
        bitmap, x: Int.random(in: -14...380, using: &generator),
        y: Int.random(in: -14...840, using: &generator))
    }
    return frame
  }
}

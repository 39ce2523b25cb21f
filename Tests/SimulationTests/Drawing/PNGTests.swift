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
    try Self.picture().writePNG(to: folder.picture("a"))
    try Self.picture().writePNG(to: folder.picture("b"))
    let first = try Data(contentsOf: URL(fileURLWithPath: folder.picture("a")))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.picture("b"))) == first)
  }

  @Test func aPictureReplacesALongerFile() throws {
    let folder = try TemporaryFolder()
    try Self.picture().writePNG(to: folder.picture("a"))
    let small = FrameBuffer(width: 2, height: 2)
    try small.writePNG(to: folder.picture("a"))
    #expect(try DecodedPicture(folder.picture("a")).pixels == [UInt8](repeating: 255, count: 12))
  }

  @Test func aMissingFolderIsAnErrorWithThePath() throws {
    let folder = try TemporaryFolder()
    let path = folder.picture("missing/a")
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
    let error = try #require(throws: PNGError.self) { try frame.writePNG(to: folder.picture("a")) }
    #expect(error.path == folder.picture("a") && !error.reason.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: error.path))
  }

  /// - Returns: the size of the file in bytes.
  @discardableResult
  private func expectRoundTrip(_ frame: FrameBuffer) throws -> Int {
    let folder = try TemporaryFolder()
    try frame.writePNG(to: folder.picture("a"))
    let decoded = try DecodedPicture(folder.picture("a"))
    #expect(decoded.width == frame.width)
    #expect(decoded.height == frame.height)
    #expect(decoded.format == PNG_FORMAT_FLAG_COLOR)
    #expect(decoded.pixels == frame.colors.flatMap { [$0.red, $0.green, $0.blue] })
    return try Data(contentsOf: URL(fileURLWithPath: folder.picture("a"))).count
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

/// A picture read with libpng's reader, which checks every checksum.
private struct DecodedPicture {
  let width: Int
  let height: Int
  /// The channels that the file has, as libpng's format flags.
  let format: Int32
  /// The RGB bytes, row by row from the top.
  let pixels: [UInt8]

  init(_ path: String) throws {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    try #require(png_image_begin_read_from_file(&image, path) != 0)
    width = Int(image.width)
    height = Int(image.height)
    format = Int32(image.format)
    image.format = png_uint_32(PNG_FORMAT_FLAG_COLOR)
    var bytes = [UInt8](repeating: 0, count: 3 * width * height)
    try #require(png_image_finish_read(&image, nil, &bytes, 0, nil) != 0)
    pixels = bytes
  }
}

extension TemporaryFolder {
  fileprivate func picture(_ name: String) -> String { file(name + ".png") }
}

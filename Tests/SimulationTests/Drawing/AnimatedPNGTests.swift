import Simulation
import TestSupport
import Testing

@Suite struct AnimatedPNGTests {
  /// Three pictures of noise, the bytes of their file, and its chunks.
  private let pictures: [FrameBuffer]
  private let file: [UInt8]
  private let chunks: [PNGChunk]

  init() throws {
    var generator = SeededGenerator(seed: 5)
    pictures = (0..<3).map { _ in FrameBuffer.random(width: 30, height: 20, using: &generator) }
    file = AnimatedPNG(pictures, milliseconds: 166).bytes
    chunks = try PNGChunk.all(in: file)
  }

  @Test func theChunksAreInTheirOrder() {
    #expect(
      chunks.map(\.name) == [
        "IHDR", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
      ])
    // Three pictures, without end.
    #expect(chunks[1].content == [0, 0, 0, 3, 0, 0, 0, 0])
    // The numbers of the chunks continue through both kinds.
    let numbered = chunks.filter { $0.name.hasPrefix("f") }
    #expect(numbered.map { $0.content[3] } == [0, 1, 2, 3, 4])
    // The width, the height, the place, and 166 of 1,000 parts of a second.
    let control: [UInt8] =
      [0, 0, 0, 30, 0, 0, 0, 20] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 166, 3, 232, 0, 0]
    for chunk in numbered where chunk.name == "fcTL" {
      #expect(Array(chunk.content.dropFirst(4)) == control)
    }
  }

  /// Each picture, as a file of its own, is what libpng reads.
  @Test(arguments: 0..<3) func aPictureSurvives(index: Int) throws {
    let data = chunks[3 + 2 * index].content.dropFirst(index == 0 ? 0 : 4)
    let single =
      index == 0
      ? file
      : PNGChunk.file([chunks[0], PNGChunk(name: "IDAT", content: Array(data)), chunks[8]])
    let colors = pictures[index].colors
    #expect(try DecodedPicture(single).pixels == colors.flatMap { [$0.red, $0.green, $0.blue] })
  }

  @Test func theSamePicturesGiveTheSameBytes() {
    #expect(AnimatedPNG(pictures, milliseconds: 166).bytes == file)
  }
}

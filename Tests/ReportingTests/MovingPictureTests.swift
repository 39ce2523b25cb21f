import Reporting
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Two replays next to each other.
@Suite struct MovingPictureTests {
  /// A replay of six seconds over the open sea, whose first frame takes some milliseconds.
  ///
  /// - Parameter views: the number of views, at random places, each of some pins.
  private static func recording(views: Int, pins: Int, firstFrame: Int) -> ReplayRecording {
    var random = SeededGenerator(seed: 3)
    let (frames, world) = (360, MapRecording.world)
    var map = MapRecording(viewport: [393, 852], refresh: 60, markerSize: 28)
    map.camera.x.numbers = Array(repeating: world / 2, count: frames)
    map.camera.y.numbers = map.camera.x.numbers
    let sea = world * 39 / 80..<world * 41 / 80
    map.camera.width.numbers = (0..<frames).map { $0 < 180 ? sea.count : world / ($0 - 150) }
    map.work.viewFor.numbers = [firstFrame * 1_000] + Array(repeating: 200, count: frames - 1)
    map.views.x.numbers = (0..<views).map { _ in Int.random(in: sea, using: &random) }
    map.views.y.numbers = (0..<views).map { _ in Int.random(in: sea, using: &random) }
    map.views.count.numbers = Array(repeating: pins, count: views)
    map.views.first.numbers = Array(repeating: 0, count: views)
    map.views.end.numbers = Array(repeating: frames, count: views)
    return ReplayRecording(map: map)
  }

  private static let clusters = recording(views: 40, pins: 250, firstFrame: 12)

  /// A map that stands still for 1.8 s.
  private static let frozen = Result {
    try chunks(recording(views: 300, pins: 1, firstFrame: 1_800))
  }

  private static func chunks(_ left: ReplayRecording) throws -> [PNGChunk] {
    let file = try MovingPicture.file(("all-pins", left), ("grid-clusters", clusters))
    #expect(file.count <= 1_000_000)
    return try PNGChunk.all(in: file)
  }

  @Test func itHasBothHalvesInSixSeconds() throws {
    let chunks = try Self.frozen.get()
    // Two maps of 320 x 400 pixels with a gap, and the text above.
    #expect(chunks[0].content.prefix(8) == [0, 0, 2, 132, 0, 0, 1, 190])
    let controls = chunks.filter { $0.name == "fcTL" }
    #expect(controls.count == 36 && chunks.count == 3 + 2 * 36)
    #expect(controls.allSatisfy { $0.content[20...23] == [0, 166, 3, 232] })
  }

  /// Pictures of a map without views are smaller.
  @Test func aMapShowsNothingBeforeItsFirstFrame() throws {
    let frozen = try Self.frozen.get()
    let quick = try Self.chunks(Self.recording(views: 300, pins: 1, firstFrame: 15))
    func size(_ picture: Int, _ chunks: [PNGChunk]) -> Int { chunks[3 + 2 * picture].content.count }
    for picture in 0..<9 { #expect(size(picture, frozen) < size(picture, quick)) }
    #expect(abs(size(12, frozen) - size(12, quick)) < size(12, quick) / 20)
  }

  @Test(.exhaustive) func aFileThatIsTooLargeHasFewerPictures() throws {
    let chunks = try Self.chunks(Self.recording(views: 10_000, pins: 1, firstFrame: 15))
    let controls = chunks.filter { $0.name == "fcTL" }
    // A quarter of 36, each for 664 ms.
    #expect(controls.count == 9)
    #expect(controls.allSatisfy { $0.content[20...23] == [2, 152, 3, 232] })
  }

  @Test func aRecordingNeedsAMapAndFrames() {
    #expect(throws: RecordingExportError.noMap) {
      try MovingPicture.file(("a", ReplayRecording()), ("b", Self.clusters))
    }
    let empty = ReplayRecording(map: MapRecording(viewport: [1, 1], refresh: 60, markerSize: 1))
    #expect(throws: RecordingExportError.noFrame(0, frames: 0)) {
      try MovingPicture.file(("a", empty), ("b", Self.clusters))
    }
  }
}

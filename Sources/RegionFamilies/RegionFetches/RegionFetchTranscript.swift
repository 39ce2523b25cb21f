import ScenarioModel

/// Writes the first gestures of a session down, step by step, as they go under a strategy.
struct RegionFetchTranscript {
  let world: RegionFetchWorld
  let entry: RegionFetchStrategyEntry

  /// As many gestures as anybody reads.
  private static let gestureCount = 8

  func write() -> Transcript {
    let writer = TranscriptWriter()
    let device = RegionFetchDevice(world: world, entry: entry, transcript: writer)
    for frame in world.session.rests.indices.prefix(Self.gestureCount + 1) {
      _ = device.perform(frame)
    }
    return writer.transcript(title: "the map appears, and somebody moves it")
  }
}

import PlaceSearch
import ScenarioModel

/// Writes one person's visit to a list down, step by step, as it goes under a strategy.
struct GeocodingTranscript {
  let world: GeocodingWorld
  let entry: GeocodingStrategyEntry

  func write(engine: any PlaceSearching) throws -> Transcript {
    let writer = TranscriptWriter()
    if let first = world.visits.first {
      let device = GeocodingDevice(
        engine: engine, platform: world.platform, seed: world.platform.seed(ofPerson: 0),
        entry: entry, transcript: writer)
      _ = device.perform(first)
      if let fault = device.service.engineFault { throw fault }
    }
    return writer.transcript(title: "somebody opens the list and scrolls")
  }
}

import PinData
import PlaceSearch
import ScenarioModel
import SearchSimulation

/// Writes one person's first search down, step by step, as it goes under a strategy.
struct SearchTranscript {
  let world: SearchWorld
  let places: PlaceSet
  let entry: SearchStrategyEntry

  func write(engine: any PlaceSearching) throws -> Transcript {
    guard let first = world.trace.searches.first else { return Transcript(title: "", entries: []) }
    let writer = TranscriptWriter()
    let device = SearchDevice(
      engine: engine, platform: world.platform,
      seed: world.platform.seed(ofPerson: first.person), purpose: world.purpose, first: first,
      entry: entry, transcript: writer)
    _ = device.perform(first, until: nil)
    if let fault = device.service.engineFault { throw fault }
    return writer.transcript(title: title(of: first))
  }

  private func title(of search: TypedSearch) -> String {
    guard let wanted = search.wanted else { return "the first search" }
    let place = places.places[wanted]
    let city = place.city.isEmpty ? "" : " in \(place.city)"
    return "somebody looks for \(place.name)\(city) ★"
  }
}

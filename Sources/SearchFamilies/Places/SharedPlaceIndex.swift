import PinData
import PlaceSearch
import ScenarioModel

/// The search index of a case's places, made by the first trial of a run and opened by the others.
struct SharedPlaceIndex {
  private let prefix: String

  init(_ scenarioCase: Case, folders: TrialFolders) {
    prefix = "\(folders.shared)/places-\(scenarioCase.scenario)"
  }

  /// Opens the index, which is made first where it is not there.
  func open(_ places: PlaceSet) throws(PlaceSearchError) -> PlaceIndex {
    // A run has each scenario once, with one seed: its name and the number of the places say which
    // these are.
    let path = "\(prefix)-\(places.count).sqlite"
    do {
      return try PlaceIndex(path: path)
    } catch {
      // Not there yet. A fault of the file itself shows again when it is made or opened anew.
      try PlaceIndex.build(places, at: path)
      return try PlaceIndex(path: path)
    }
  }
}

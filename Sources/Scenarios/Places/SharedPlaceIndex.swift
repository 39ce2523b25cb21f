import PinData
import PlaceSearch

/// The search index of a case's places, made by the first trial of a run and opened by the others.
struct SharedPlaceIndex {
  private let path: String

  init(_ scenarioCase: Case, folders: TrialFolders) {
    // A run has each scenario once, with one seed: its name and the size say which places these are.
    path = "\(folders.shared)/places-\(scenarioCase.scenario)-\(scenarioCase.size).sqlite"
  }

  /// Opens the index, which is made first where it is not there.
  func open(_ places: PlaceSet) throws(PlaceSearchError) -> PlaceIndex {
    do {
      return try PlaceIndex(path: path)
    } catch {
      // Not there yet. A fault of the file itself shows again when it is made or opened anew.
      try PlaceIndex.build(places, at: path)
      return try PlaceIndex(path: path)
    }
  }
}

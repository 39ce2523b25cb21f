import MapGeometry

extension LocalSearch {
  /// What a search found, as `MKLocalSearch.Response`.
  public struct Response: Hashable, Sendable {
    /// At least one place, best first.
    public let mapItems: [MapItem]
    /// A region that holds all the places.
    public let boundingRegion: Region
    /// The request that this answers.
    public let requestNumber: RequestNumber

    /// `nil` where nothing was found.
    init?(mapItems: [MapItem], requestNumber: RequestNumber) {
      guard let region = Region(holding: mapItems.map(\.coordinate)) else { return nil }
      self.mapItems = mapItems
      boundingRegion = region
      self.requestNumber = requestNumber
    }
  }
}

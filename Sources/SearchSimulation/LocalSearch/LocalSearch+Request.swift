import MapGeometry
import PinData
import PlaceSearch

extension LocalSearch {
  /// The kinds of places that a search can be restricted to, as `MKLocalSearch.ResultType`.
  public typealias ResultType = Place.Kinds

  /// What a search's region means for places outside of it, as `MKLocalSearchRegionPriority`.
  public enum RegionPriority: Hashable, Sendable {
    /// The region is a hint; places outside of it may be found.
    case `default`
    /// Nothing outside of the region is found.
    case required
  }

  /// What to search for, and where, as `MKLocalSearch.Request`.
  public struct Request: Hashable, Sendable {
    /// What a person typed. Changing it lets go of the completion that the request was made from.
    public var naturalLanguageQuery: String? {
      didSet { completion = nil }
    }
    /// Only places of these kinds are found.
    ///
    /// All kinds by default, which is an assumption: Apple documents no default, neither for
    /// addresses and points of interest nor for physical features, which came later.
    public var resultTypes: ResultType = .all
    /// Where to search; `nil`, or a region that is not valid, means anywhere on earth.
    ///
    /// That nothing else is known of where a person is, is an assumption: a platform may know.
    public var region: Region?
    public var regionPriority = RegionPriority.default
    /// Which categories of points of interest are found; other kinds of places are not filtered.
    public var pointOfInterestFilter = CategoryFilter.all

    private var completion: LocalSearchCompletion?

    /// A request for a query, or for nothing yet.
    public init(naturalLanguageQuery: String? = nil, region: Region? = nil) {
      self.naturalLanguageQuery = naturalLanguageQuery
      self.region = region
    }

    /// A request for what a completion stands for.
    ///
    /// One request finds the completion's place, and only that, whatever the other properties say.
    /// A completion that is a query is searched for in the region, among the kinds and categories
    /// of the completer that made it.
    public init(completion: LocalSearchCompletion) {
      naturalLanguageQuery =
        completion.place == nil || completion.subtitle.isEmpty
        ? completion.title : "\(completion.title), \(completion.subtitle)"
      resultTypes = completion.scope.kinds.isEmpty ? .all : completion.scope.kinds
      region = completion.scope.region
      regionPriority = completion.scope.regionPriority
      pointOfInterestFilter = completion.scope.categories
      self.completion = completion
    }

    // MARK: - Searching

    var text: String { naturalLanguageQuery ?? "" }

    /// Whether there is anything to look for, and anywhere to look for it.
    var asksForSomething: Bool {
      guard completion?.place == nil else { return true }
      let isNowhere = regionPriority == .required && region.map(\.isValid) == false
      return !text.isBlank && !isNowhere
    }

    func find(
      with engine: any PlaceSearching, limit: Int
    ) throws(PlaceSearchError) -> PlaceAnswer {
      if let found = completion?.found { return PlaceAnswer(places: [found], examined: 1) }
      let region = region.flatMap { $0.isValid ? $0 : nil }
      return try engine.places(
        matching: PlaceQuery(
          text: text, kinds: resultTypes, categories: pointOfInterestFilter, region: region,
          requiresRegion: regionPriority == .required && region != nil, limit: limit))
    }
  }
}

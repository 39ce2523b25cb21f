import Clustering
import PinData

/// Completes what a person types, as `MKLocalSearchCompleter`.
///
/// It waits until the fragment has not changed for an interval, then sends one request; a newer
/// fragment cancels the request under way. Several completers do not wait for each other. Keep the
/// completer and its delegate: a released completer sends nothing and calls no delegate.
///
/// Used by one thread at a time.
public final class LocalSearchCompleter {
  /// The text that a person has typed so far.
  ///
  /// Setting another fragment cancels the request under way and restarts the wait; setting an
  /// equal one does nothing. A blank fragment empties the results without a request, and does not
  /// call the delegate.
  public var queryFragment = "" {
    didSet { if queryFragment != oldValue { fragmentDidChange() } }
  }
  /// The kinds of results that may be suggested; by default all, which is an assumption.
  public var resultTypes: ResultType = .all
  /// The region that the person looks at, a hint; `nil`, or a region that is not valid, means
  /// anywhere on earth.
  public var region: Region?
  /// The meaning of the region for places outside of it (iOS 18).
  public var regionPriority = LocalSearch.RegionPriority.default
  /// The categories of points of interest that are suggested.
  public var pointOfInterestFilter = CategoryFilter.all
  /// The receiver of results and failures.
  public weak var delegate: (any LocalSearchCompleterDelegate)?

  /// The newest completions, best first. A failure does not change them.
  public private(set) var results: [LocalSearchCompletion] = []
  /// The number of the newest request; `nil` before the first.
  public private(set) var requestNumber: RequestNumber?

  private let service: SearchService
  private var debounce: ScheduledEvent?
  private var pending: ServiceRequest?

  /// A completer without a fragment.
  public init(service: SearchService) {
    self.service = service
    service.completersMade += 1
  }

  deinit { cancel() }

  /// Indicates whether completions of the fragment are to come: while the completer waits for the
  /// fragment to stay the same, and while its request is under way.
  public var isSearching: Bool { debounce != nil || pending != nil }

  /// Cancels the search for the fragment. The delegate is not called, and the results stay.
  public func cancel() {
    if let debounce { service.main.simulation.cancel(debounce) }
    debounce = nil
    pending?.cancel()
    pending = nil
  }

  private func fragmentDidChange() {
    cancel()
    guard !queryFragment.isBlank else {
      results = []
      return
    }
    guard !service.main.isTerminated else { return }
    debounce = service.main.async(after: service.parameters.completerDebounce) { [weak self] in
      guard let self else { return }
      debounce = nil
      sendFragment()
    }
  }

  private func sendFragment() {
    let parameters = service.parameters
    let limit = parameters.completionLimit
    let query = PlaceQuery(
      text: queryFragment, kinds: resultTypes.kinds, categories: pointOfInterestFilter,
      region: region, priority: regionPriority, limit: limit)
    let queryLimit = resultTypes.contains(.query) ? parameters.querySuggestionLimit : 0
    pending = service.send(.completion, textSize: query.text.utf8.count) {
      engine, number throws(PlaceSearchError) in
      let suggestions = try engine.suggestions(for: query, queryLimit: queryLimit)
        .prefix(limit)
      let completions = suggestions.map {
        LocalSearchCompletion(suggestion: $0, query: query, requestNumber: number)
      }
      let resultSize = parameters.resultSize
      let bytes = suggestions.reduce(0) {
        $0 + $1.title.utf8.count + $1.subtitle.utf8.count + resultSize
      }
      return ServiceAnswer(content: .success(completions), bytes: bytes)
    } handler: { [weak self] result in
      self?.receive(result)
    }
    requestNumber = pending?.number
  }

  private func receive(_ result: Result<[LocalSearchCompletion], MapError>) {
    pending = nil
    switch result {
    case .success(let completions):
      results = completions
      delegate?.completerDidUpdateResults(self)
    case .failure(let error):
      delegate?.completer(self, didFailWithError: error)
    }
  }
}

/// The receiver of a completer's results, as `MKLocalSearchCompleterDelegate`; called on the main
/// queue.
public protocol LocalSearchCompleterDelegate: AnyObject {
  /// The completer has new results, maybe none.
  func completerDidUpdateResults(_ completer: LocalSearchCompleter)

  /// The completer's request failed; its results have not changed.
  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError)
}

extension LocalSearchCompleter {
  /// The kinds of results that a completer may suggest, as `MKLocalSearchCompleter.ResultType`.
  public struct ResultType: OptionSet, Hashable, Sendable {
    /// The bits of the option set; kinds of places have those of ``Place/Kinds``.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Addresses.
    public static let address = ResultType(rawValue: 1 << 0)
    /// Points of interest.
    public static let pointOfInterest = ResultType(rawValue: 1 << 1)
    /// Texts to search for.
    public static let query = ResultType(rawValue: 1 << 3)
    /// Features of nature.
    public static let physicalFeature = ResultType(rawValue: 1 << 2)
    /// Every type of result.
    public static let all: ResultType = [.address, .pointOfInterest, .query, .physicalFeature]

    /// Places of some kinds, and no queries.
    public init(_ kinds: Place.Kinds) { rawValue = kinds.rawValue }

    /// The kinds of places among them.
    var kinds: Place.Kinds { Place.Kinds(rawValue: rawValue).intersection(.all) }
  }
}

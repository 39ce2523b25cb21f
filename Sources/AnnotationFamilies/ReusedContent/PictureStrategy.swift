import MapSimulation
import ScenarioModel

/// The view of a pin with a picture in it, as a subclass of `MKAnnotationView`.
public final class PictureView {
  /// The pin whose annotation it shows now.
  public internal(set) var pin: Int
  /// The picture in it; `nil` shows the placeholder.
  public var picture: Picture?

  init(pin: Int) {
    self.pin = pin
  }
}

extension PictureView: Hashable {
  public static func == (one: PictureView, other: PictureView) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// An app's code that brings pictures into views that are used again.
///
/// Used by one thread at a time.
public protocol PictureStrategy: AnyObject, SendableMetatype {
  /// Makes the strategy.
  init(loader: PictureLoader)

  /// A view comes out of the reuse queue, as `prepareForReuse()`; it still has its old pin and
  /// picture.
  func prepareForReuse(_ view: PictureView)

  /// A view, new or reused, is to show a pin, as the end of `mapView(_:viewFor:)`.
  func configure(_ view: PictureView)
}

extension StrategyEntry where Make == ReusedContentFamily.Make {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some PictureStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning, make: { strategy.init(loader: $0) })
  }
}

extension ReusedContentFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "load-into-view",
      summary: "Loads a pin's picture into its view; the view keeps what it had until then.",
      reasoning: "The picture is replaced when the new one has come."
    ) { ViewLoading(loader: $0, rules: []) },
    StrategyEntry(
      "reset-only", summary: "The same, and empties a view in prepareForReuse.",
      reasoning: "An emptied view cannot show another pin's picture."
    ) { ViewLoading(loader: $0, rules: [.resets]) },
    StrategyEntry(
      "checked",
      summary: "Shows an arriving picture only if the view is still that pin's; empties no view."
    ) { ViewLoading(loader: $0, rules: [.checks]) },
    StrategyEntry(
      "reset-and-checked", summary: "Empties reused views, and checks arriving pictures."
    ) { ViewLoading(loader: $0, rules: [.resets, .checks]) },
    StrategyEntry(
      "reset-and-cancel", summary: "Empties a reused view, and cancels the load for its old pin."
    ) { ViewLoading(loader: $0, rules: [.resets, .cancels]) },
    StrategyEntry(
      "model-cache", ModelCache.self,
      summary: "Keeps each pin's picture in the model; views show what the model has."),
  ]
}

/// Loads pictures into views: each appearance of a pin loads its picture again.
final class ViewLoading: PictureStrategy {
  struct Rules: OptionSet {
    let rawValue: Int

    /// Empties a view that is used again.
    static let resets = Rules(rawValue: 1)
    /// Compares the pin of the view with that of an arriving picture.
    static let checks = Rules(rawValue: 2)
    /// Cancels the load of a view that is used again.
    static let cancels = Rules(rawValue: 4)
  }

  private let loader: PictureLoader
  private let rules: Rules
  private var requests: [PictureView: PictureRequest] = [:]

  convenience init(loader: PictureLoader) { self.init(loader: loader, rules: []) }

  init(loader: PictureLoader, rules: Rules) {
    self.loader = loader
    self.rules = rules
  }

  func prepareForReuse(_ view: PictureView) {
    if rules.contains(.resets) { view.picture = nil }
    if rules.contains(.cancels), let request = requests.removeValue(forKey: view) {
      loader.cancel(request)
    }
  }

  func configure(_ view: PictureView) {
    let checks = rules.contains(.checks)
    requests[view] = loader.load(view.pin) { [weak view] picture in
      guard let view, let picture, !checks || view.pin == picture.pin else { return }
      view.picture = picture
    }
  }
}

/// The pictures of the model, each loaded once.
final class ModelCache: PictureStrategy {
  private let loader: PictureLoader
  private var pictures: [Int: Picture] = [:]
  /// Pins whose picture is under way, with the views that were configured for them.
  private var waiting: [Int: [PictureView]] = [:]

  init(loader: PictureLoader) {
    self.loader = loader
  }

  func prepareForReuse(_ view: PictureView) { view.picture = nil }

  func configure(_ view: PictureView) {
    let pin = view.pin
    view.picture = pictures[pin]
    guard view.picture == nil else { return }
    waiting[pin, default: []].append(view)
    guard waiting[pin]?.count == 1 else { return }
    loader.load(pin) { [weak self] picture in self?.didLoad(picture, of: pin) }
  }

  private func didLoad(_ picture: Picture?, of pin: Int) {
    let views = waiting.removeValue(forKey: pin) ?? []
    guard let picture else { return }
    pictures[pin] = picture
    for view in views where view.pin == pin { view.picture = picture }
  }
}

import MapSimulation
import ScenarioModel

extension MapScreensFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "retained-by-cycle", RetainedByCycle.self,
      summary: "The screen and its coordinator hold each other, so that neither is released."),
    StrategyEntry(
      "kept-annotations", KeptAnnotations.self,
      summary: "The app's model keeps the annotations and the views of each visit."),
    StrategyEntry(
      "unbounded-image-cache",
      summary: "A cache keeps each picture that was ever drawn, for each zoom level."
    ) { CachedPictures(context: $0, costLimit: nil) },
    StrategyEntry(
      "no-reuse", NoReuse.self,
      summary: "Makes a view each time an item comes into view, and keeps it to the screen's end."),
    StrategyEntry(
      "released", ReleasedScreen.self,
      summary: "Holds its delegate weakly, reuses views, and removes all annotations at the end."),
    StrategyEntry(
      "one-shared-map", OneSharedMap.self,
      summary: "Keeps one map view for all screens, and exchanges its annotations."),
    StrategyEntry(
      "bounded-cache",
      summary: "A cache keeps the pictures that were used last, up to 4 MB."
    ) { CachedPictures(context: $0, costLimit: 4_000_000) },
  ]
}

extension MapView {
  /// The zoom level of pictures on this map.
  fileprivate var pictureLevel: Int { Int(zoom.rounded(.down)) }

  /// The picture of an annotation whose identity is its item.
  fileprivate func picture(of annotation: Annotation) -> ItemPicture {
    ItemPicture(item: annotation.id.pinIndex ?? 0, level: pictureLevel)
  }

  /// Adds an annotation for each item, and returns them.
  @discardableResult
  fileprivate func addAnnotations(for items: [ScreenItem]) -> [Annotation] {
    let added = items.map { Annotation(id: .pin($0.number), mapPoint: $0.mapPoint) }
    addAnnotations(added)
    return added
  }
}

/// The delegate of most maps here: a view from the reuse queue, or else a new one, with the item's
/// picture drawn in it.
class PictureViews: MapViewDelegate {
  let context: MapScreenContext

  init(context: MapScreenContext) {
    self.context = context
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    let picture = mapView.picture(of: annotation)
    guard let view = mapView.dequeueReusableAnnotationView(withIdentifier: "item", for: annotation)
    else { return didMake(makeView(of: picture, for: annotation)) }
    show(picture, in: view)
    return view
  }

  func makeView(of picture: ItemPicture, for annotation: Annotation) -> AnnotationView {
    context.makeView(drawing: picture, for: annotation, reuseIdentifier: "item")
  }

  func show(_ picture: ItemPicture, in view: AnnotationView) {
    context.draw(picture, in: view)
  }

  func didMake(_ view: AnnotationView) -> AnnotationView { view }
}

/// A screen with a map view of its own and a delegate that it holds.
class OwnMapScreen: MapScreen {
  let mapView: MapView
  let views: PictureViews

  init(_ views: PictureViews, showing items: [ScreenItem]) {
    self.views = views
    mapView = MapView(device: views.context.device)
    mapView.delegate = views
    mapView.addAnnotations(for: items)
  }

  /// Does nothing: a screen that is released takes its map with it.
  func didClose() {}
}

// MARK: - Screens that stay in memory

/// A screen whose coordinator calls it back: each holds the other.
private final class RetainedByCycle: MapScreenStrategy {
  /// The coordinator of a `UIViewRepresentable`, or a presenter.
  private final class Coordinator {
    /// Called when the user selects an item.
    var didSelect: (Annotation) -> Void = { _ in }
  }

  private final class Screen: OwnMapScreen {
    private let coordinator = Coordinator()
    private var selected: Annotation?

    override init(_ views: PictureViews, showing items: [ScreenItem]) {
      super.init(views, showing: items)
      // Without `[weak self]`: the coordinator holds the screen, which holds the coordinator.
      coordinator.didSelect = { self.selected = $0 }
    }
  }

  private let context: MapScreenContext

  init(context: MapScreenContext) { self.context = context }

  func makeScreen(showing items: [ScreenItem]) -> any MapScreen {
    Screen(PictureViews(context: context), showing: items)
  }
}

/// A model that notes all annotations and all views, to select and restyle them, and forgets none.
private final class KeptAnnotations: MapScreenStrategy {
  private final class Model {
    var annotations: [Annotation] = []
    var views: [AnnotationView] = []
  }

  private final class NotingViews: PictureViews {
    let model: Model

    init(context: MapScreenContext, model: Model) {
      self.model = model
      super.init(context: context)
    }

    override func didMake(_ view: AnnotationView) -> AnnotationView {
      model.views.append(view)
      return view
    }
  }

  private let context: MapScreenContext
  private let model = Model()

  init(context: MapScreenContext) { self.context = context }

  func makeScreen(showing items: [ScreenItem]) -> any MapScreen {
    let screen = OwnMapScreen(
      NotingViews(context: context, model: model), showing: items)
    model.annotations += screen.mapView.annotations
    return screen
  }
}

/// Keeps the pictures that it has drawn in a cache of the app, up to a limit or without one.
private final class CachedPictures: MapScreenStrategy {
  private final class CachingViews: PictureViews {
    let cache: ImageCache

    init(context: MapScreenContext, cache: ImageCache) {
      self.cache = cache
      super.init(context: context)
    }

    override func makeView(of picture: ItemPicture, for annotation: Annotation) -> AnnotationView {
      let view = context.makeView(for: annotation, reuseIdentifier: "item")
      show(picture, in: view)
      return view
    }

    override func show(_ picture: ItemPicture, in view: AnnotationView) {
      view.show(cache.image(of: picture, draw: context.image(of:)))
    }
  }

  private let context: MapScreenContext
  private let cache: ImageCache

  init(context: MapScreenContext, costLimit: Int?) {
    self.context = context
    cache = context.makeImageCache(costLimit: costLimit)
  }

  convenience init(context: MapScreenContext) { self.init(context: context, costLimit: nil) }

  func makeScreen(showing items: [ScreenItem]) -> any MapScreen {
    OwnMapScreen(CachingViews(context: context, cache: cache), showing: items)
  }
}

/// Makes a view for each appearance of an item and notes it in the screen, to restyle all of them.
private final class NoReuse: MapScreenStrategy {
  private final class Views: PictureViews {
    private var all: [AnnotationView] = []

    override func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
      let view = context.makeView(
        drawing: mapView.picture(of: annotation), for: annotation, reuseIdentifier: nil)
      all.append(view)
      return view
    }
  }

  private let context: MapScreenContext

  init(context: MapScreenContext) { self.context = context }

  func makeScreen(showing items: [ScreenItem]) -> any MapScreen {
    OwnMapScreen(Views(context: context), showing: items)
  }
}

// MARK: - Screens that give their memory back

/// Everything belongs to the screen, nothing refers back to it, and it cleans up as it closes.
private final class ReleasedScreen: MapScreenStrategy {
  private final class Screen: OwnMapScreen {
    override func didClose() {
      mapView.removeAnnotations(mapView.annotations)
      mapView.delegate = nil
    }
  }

  private let context: MapScreenContext

  init(context: MapScreenContext) { self.context = context }

  func makeScreen(showing items: [ScreenItem]) -> any MapScreen {
    Screen(PictureViews(context: context), showing: items)
  }
}

/// One map view that goes from screen to screen, with the views in its reuse queue.
private final class OneSharedMap: MapScreenStrategy {
  private final class Screen: MapScreen {
    let mapView: MapView
    private let views: PictureViews

    init(_ mapView: MapView, _ views: PictureViews, showing items: [ScreenItem]) {
      self.mapView = mapView
      self.views = views
      mapView.delegate = views
      mapView.addAnnotations(for: items)
    }

    /// Without this, the next screen shows these items too.
    func didClose() {
      mapView.removeAnnotations(mapView.annotations)
      mapView.delegate = nil
    }
  }

  private let context: MapScreenContext
  private lazy var mapView = MapView(device: context.device)

  init(context: MapScreenContext) { self.context = context }

  func makeScreen(showing items: [ScreenItem]) -> any MapScreen {
    Screen(mapView, PictureViews(context: context), showing: items)
  }
}

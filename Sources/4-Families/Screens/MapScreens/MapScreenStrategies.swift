import ScenarioModel
import Simulation

extension StrategyEntry where Make == MapScreenMake {
  /// The strategies that come with MapPressure, naive ones first.
  static var standard: [Self] {
    [
      StrategyEntry(
        "retained-by-cycle",
        summary: "The screen and its coordinator hold each other, so that neither is released."
      ) { context in
        { items in
          let screen = PictureScreen(PictureViews(context), showing: items)
          // Without `[weak screen]`: the coordinator holds the screen, which holds the coordinator.
          screen.coordinator.didSelect = { screen.selected = $0 }
          return screen
        }
      },
      StrategyEntry(
        "kept-annotations",
        summary: "The app's model keeps the annotations and the views of each visit."
      ) { context in
        let model = ItemModel()
        return { items in
          let screen = PictureScreen(PictureViews(context, model: model), showing: items)
          model.annotations += screen.mapView.annotations
          return screen
        }
      },
      .cachingPictures(
        "unbounded-image-cache", costLimit: nil,
        summary: "A cache keeps each picture that was ever drawn, for each zoom level."),
      StrategyEntry(
        "no-reuse",
        summary: "Makes a view each time an item comes into view; keeps it until the screen ends."
      ) { context in
        {
          PictureScreen(PictureViews(context, reusesViews: false, model: ItemModel()), showing: $0)
        }
      },
      StrategyEntry(
        "released",
        summary: "Holds its delegate weakly, reuses views, and removes all annotations at the end."
      ) { context in { PictureScreen(PictureViews(context), cleansUp: true, showing: $0) } },
      StrategyEntry(
        "one-shared-map",
        summary: "Keeps one map view for all screens; each screen replaces its annotations."
      ) { context in
        var shared: MapView?
        return { items in
          let mapView = shared ?? MapView(device: context.device)
          shared = mapView
          return PictureScreen(PictureViews(context), on: mapView, cleansUp: true, showing: items)
        }
      },
      .cachingPictures(
        "bounded-cache", costLimit: 4_000_000,
        summary: "A cache keeps the most recently used pictures, up to 4 MB."),
    ]
  }

  /// Keeps the pictures that it has drawn in a cache of the app, up to a limit or without one.
  private static func cachingPictures(_ name: String, costLimit: Int?, summary: String) -> Self {
    StrategyEntry(name, summary: summary) { context in
      let cache = context.makeImageCache(costLimit: costLimit)
      return { PictureScreen(PictureViews(context, cache: cache), showing: $0) }
    }
  }
}

/// A screen with a delegate that it holds, and with a map view of its own unless it gets one.
private final class PictureScreen: MapScreen {
  let mapView: MapView
  let coordinator: PictureViews
  private let cleansUp: Bool
  var selected: Annotation?

  init(
    _ coordinator: PictureViews, on mapView: MapView? = nil, cleansUp: Bool = false,
    showing items: [ScreenItem]
  ) {
    self.coordinator = coordinator
    self.mapView = mapView ?? MapView(device: coordinator.context.device)
    self.cleansUp = cleansUp
    self.mapView.delegate = coordinator
    self.mapView.addAnnotations(
      items.map { Annotation(id: .pin($0.number), mapPoint: $0.mapPoint) })
  }

  /// A screen that is released takes its map with it; of a shared map, the next screen would show
  /// these items too.
  func didClose() {
    guard cleansUp else { return }
    mapView.removeAnnotations(mapView.annotations)
    mapView.delegate = nil
  }
}

/// A model that notes annotations and views, to select and restyle them, and forgets none.
private final class ItemModel {
  var annotations: [Annotation] = []
  var views: [AnnotationView] = []
}

/// The delegate of the maps here, as the coordinator of a `UIViewRepresentable`: a view from the
/// reuse queue, or else a new one, with the item's picture drawn in it or taken from a cache.
private final class PictureViews: MapViewDelegate {
  let context: MapScreenContext
  private let reusesViews: Bool
  private let cache: ImageCache?
  /// Notes the views that are made.
  private let model: ItemModel?
  /// Called when the user selects an item.
  var didSelect: (Annotation) -> Void = { _ in }

  init(
    _ context: MapScreenContext, reusesViews: Bool = true, cache: ImageCache? = nil,
    model: ItemModel? = nil
  ) {
    self.context = context
    self.reusesViews = reusesViews
    self.cache = cache
    self.model = model
  }

  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    // The identity of an annotation is its item.
    let picture = ItemPicture(
      item: annotation.id.pinIndex ?? 0, level: Int(mapView.zoom.rounded(.down)))
    let reused =
      reusesViews
      ? mapView.dequeueReusableAnnotationView(withIdentifier: "item", for: annotation) : nil
    if let cache {
      let view = reused ?? context.makeView(for: annotation, reuseIdentifier: "item")
      view.show(cache.image(of: picture, draw: context.image(of:)))
      return view
    }
    if let reused {
      context.draw(picture, in: reused)
      return reused
    }
    let made = context.makeView(
      drawing: picture, for: annotation, reuseIdentifier: reusesViews ? "item" : nil)
    model?.views.append(made)
    return made
  }
}

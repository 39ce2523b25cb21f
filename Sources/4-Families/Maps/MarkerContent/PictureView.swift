import ScenarioModel
import Simulation

/// The view of a pin with a picture in it, as a subclass of `MKAnnotationView`.
public final class PictureView {
  /// The pin whose annotation it shows now.
  public internal(set) var pin: Int
  /// The number of its latest appearance on the screen.
  var appearance = 0
  /// The picture in it; `nil` shows the placeholder.
  public var picture: PinPicture?

  init(pin: Int) { self.pin = pin }
}

extension PictureView: Hashable {
  public static func == (one: PictureView, other: PictureView) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The callbacks of code that brings pictures into views that are used again.
public struct PictureCallbacks {
  let prepareForReuse: (PictureView) -> Void
  let configure: (PictureView) -> Void

  /// Creates the callbacks.
  ///
  /// - Parameters:
  ///   - prepareForReuse: a view comes out of the reuse queue, as `prepareForReuse()`; it still has
  ///     its old pin and picture.
  ///   - configure: a view, new or reused, is to show a pin, as the end of `mapView(_:viewFor:)`.
  public init(
    prepareForReuse: @escaping (PictureView) -> Void, configure: @escaping (PictureView) -> Void
  ) {
    self.prepareForReuse = prepareForReuse
    self.configure = configure
  }
}

/// The function that makes an app's code for pictures in views that are used again.
public typealias PictureMake = @Sendable (PictureLoader) -> PictureCallbacks

extension StrategyEntry where Make == PictureMake {
  /// Loads a pin's picture into its view: each appearance of a pin loads it again.
  ///
  /// - Parameters:
  ///   - resets: empties a view that is used again.
  ///   - checks: compares the view's pin with an arriving picture's pin.
  ///   - cancels: cancels the load of a view that is used again.
  static func loading(
    _ name: String, resets: Bool = false, checks: Bool = false, cancels: Bool = false,
    summary: String, reasoning: String? = nil
  ) -> Self {
    StrategyEntry(name, summary: summary, reasoning: reasoning) { loader in
      var requests: [PictureView: PictureRequest] = [:]
      return PictureCallbacks(
        prepareForReuse: { view in
          if resets { view.picture = nil }
          if cancels, let request = requests.removeValue(forKey: view) { loader.cancel(request) }
        },
        configure: { view in
          requests[view] = loader.load(view.pin) { [weak view] picture in
            guard let view, let picture, !checks || view.pin == picture.pin else { return }
            view.picture = picture
          }
        })
    }
  }

  /// Loads the picture of a pin once, into the model.
  static func modelCache(_ name: String, summary: String) -> Self {
    StrategyEntry(name, summary: summary) { loader in
      var pictures: [Int: PinPicture] = [:]
      // Pins whose picture is under way, with the views that were configured for them.
      var waiting: [Int: [PictureView]] = [:]
      return PictureCallbacks(
        prepareForReuse: { view in view.picture = nil },
        configure: { view in
          let pin = view.pin
          view.picture = pictures[pin]
          guard view.picture == nil else { return }
          waiting[pin, default: []].append(view)
          guard waiting[pin]?.count == 1 else { return }
          loader.load(pin) { picture in
            let views = waiting.removeValue(forKey: pin) ?? []
            guard let picture else { return }
            pictures[pin] = picture
            for view in views where view.pin == pin { view.picture = picture }
          }
        })
    }
  }
}

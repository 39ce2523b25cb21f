import Clustering
import Platform
import Simulation

/// A map whose markers have contents of their own, on a virtual clock.
struct MarkerMap {
  let view: MapView
  let simulation = Simulation()
  /// Nanoseconds from one frame to the next.
  let interval: Int64

  init(device: Device) {
    view = MapView(device: device)
    interval = FrameForecast.interval(refresh: device.refresh)
  }

  /// Runs the events that are due before a frame, and shows them.
  func show(_ rect: MapRect, frame: Int) {
    simulation.run(until: Int64(frame) * interval)
    view.setVisibleMapRect(rect)
    view.layoutAnnotationViews()
  }

  /// Returns a view that waits to be used again, or a new one with the artwork in it.
  func marker(
    for annotation: Annotation, size: Double, artwork: some Artwork
  ) -> (view: AnnotationView, isReused: Bool) {
    if let reused = view.dequeueReusableAnnotationView(withIdentifier: "own", for: annotation) {
      return (reused, true)
    }
    let new = AnnotationView(
      annotation: annotation, content: .image, reuseIdentifier: "own", size: size,
      scale: view.device.scale, artwork: artwork)
    return (new, false)
  }
}

/// The player of an app that fills the markers of a map with a strategy, frame by frame.
protocol MarkerDriver: MapViewDelegate {
  var map: MarkerMap { get }
  /// The pictures that it has decoded so far.
  var decoding: DecodingCounts { get }
  /// Shows a frame. Timed.
  func show(_ rect: MapRect, frame: Int) throws
  /// Does the background work, and returns the number of views on the screen that did not show what
  /// they should. Not timed.
  func frameDidEnd(_ frame: Int) -> Int
}

extension MarkerDriver {
  var decoding: DecodingCounts { DecodingCounts() }
}

/// The work of decoding pictures on the main thread, and the memory of what is decoded.
struct DecodingCounts: Hashable, Sendable {
  /// Pictures that were decoded, on any thread.
  var decodes = 0
  /// Pixels that the main thread decoded.
  var mainPixels = 0
  /// Pixels of sources that the main thread made smaller.
  var mainDownsampledPixels = 0
  /// Pixels of decoded pictures in memory.
  var heldPixels = 0

  /// The time on the main thread since an earlier state.
  func work(since earlier: Self, on profile: PlatformProfile) -> Double {
    profile.cost(of: Double(mainPixels - earlier.mainPixels), .decodePixel)
      + profile.cost(
        of: Double(mainDownsampledPixels - earlier.mainDownsampledPixels), .downsamplePixel)
  }
}

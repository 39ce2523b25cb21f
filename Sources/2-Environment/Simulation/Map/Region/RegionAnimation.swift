import Clustering

/// An animated change of a map's region.
struct RegionAnimation {
  /// The number of its request.
  let request: Int
  /// The time of its beginning, in nanoseconds.
  let startTime: Int64
  let duration: Int64
  let startCenter: MapPoint
  let startZoom: Double
  var target: FittedRegion
  /// Indicates whether the target was made from a region.
  let isConverted: Bool
  /// The next step; `nil` while there is none.
  var step: ScheduledEvent?

  /// Returns the visible rectangle at a time between the beginning and the end, without a map's
  /// limits.
  ///
  /// The centre moves straight over the flat map, in the shorter direction around it, and the scale
  /// by equal factors in equal times; both begin and end slowly (smoothstep, 3t^2 - 2t^3). MapKit's
  /// own curve is not published.
  func rect(at time: Int64, viewport: Viewport) -> MapRect {
    let progress = Double(time - startTime) / Double(duration)
    let eased = progress * progress * (3 - 2 * progress)
    let world = MapSize.world.width
    var east = target.rect.midX - startCenter.x
    east -= (east / world).rounded() * world
    let south = target.rect.midY - startCenter.y
    let zoom = startZoom + (viewport.zoom(showing: target.rect) - startZoom) * eased
    return viewport.mapRect(
      center: MapPoint(x: startCenter.x + east * eased, y: startCenter.y + south * eased),
      zoom: zoom)
  }
}

extension RegionMapView {
  /// The time from one frame of the screen to the next, in nanoseconds.
  private var frameDuration: Int64 { max(1, Int64((1_000_000_000 / refresh).rounded())) }

  func beginAnimation(to target: FittedRegion, isConverted: Bool) {
    let request = requestCount
    animation = RegionAnimation(
      request: request, startTime: main.simulation.now, duration: animationDuration,
      startCenter: MapPoint(x: shown.rect.midX, y: shown.rect.midY), startZoom: zoom,
      target: target, isConverted: isConverted)
    delegate?.mapView(self, regionWillChangeAnimated: true)
    guard animation?.request == request else { return }
    scheduleStep()
  }

  /// Ends the animation under way at the map's current region, and calls the delegate.
  func endAnimation() {
    guard let ended = animation.take() else { return }
    if let step = ended.step { main.simulation.cancel(step) }
    delegate?.mapView(self, regionDidChangeAnimated: true)
  }

  /// Schedules the next step for the screen's next frame. If the main thread is busy then, the step
  /// runs as soon as it is free, and the frames in between are dropped.
  private func scheduleStep() {
    let now = main.simulation.now
    let nextFrame = (now / frameDuration + 1) * frameDuration
    animation?.step = main.async(after: nextFrame - now) { self.takeStep() }
  }

  private func takeStep() {
    guard let animation else { return }
    let now = main.simulation.now
    let isLast = now - animation.startTime >= animation.duration
    if isLast {
      if animation.isConverted { scheduleLayoutPass() }
      show(animation.target)
    } else {
      let rect = animation.rect(at: now, viewport: viewport)
      show(limits.kept(FittedRegion(rect: rect, center: nil)))
    }
    delegate?.mapViewDidChangeVisibleRegion(self)
    guard self.animation?.request == animation.request else { return }
    if isLast { endAnimation() } else { scheduleStep() }
  }
}

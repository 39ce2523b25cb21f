import MapGeometry
import MapSimulation
import RegionFamilies
import ScenarioModel
import UpdateSimulation

/// Changes the region in every update, there and back.
final class NeverSettling: ModelRegionUpdateStrategy {
  let model: MapScreenModel

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
  }

  func updateUIView(_ mapView: RegionMapView) {
    model.region.center.longitude *= -1
  }
}

/// Changes the region in every update, always to another one, and shows it.
final class Wandering: ModelRegionUpdateStrategy {
  let model: MapScreenModel

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
  }

  func updateUIView(_ mapView: RegionMapView) {
    mapView.setRegion(model.region, animated: false)
    model.region.center.longitude += 1e-4
  }
}

/// Puts a task into the main queue that puts itself there again.
final class Spinning: ModelRegionUpdateStrategy {
  let model: MapScreenModel

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
  }

  func updateUIView(_ mapView: RegionMapView) {
    spin(mapView)
  }

  private func spin(_ mapView: RegionMapView) {
    mapView.main.async { [weak self, weak mapView] in
      guard let self, let mapView else { return }
      spin(mapView)
    }
  }
}

/// Writes every step of every change, and sets what it did not read from the map.
final class EveryStep: ModelRegionUpdateStrategy {
  let model: MapScreenModel
  private let isAnimated: Bool

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    self.isAnimated = isAnimated
  }

  func updateUIView(_ mapView: RegionMapView) {
    if model.region != mapView.region, !mapView.isAnimating {
      mapView.setRegion(model.region, animated: isAnimated)
    }
  }

  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    model.region = mapView.region
  }
}

/// Goes a tenth of the way in each update.
final class Approaching: RegionUpdateStrategy {
  private let model: MapScreenModel
  private let steps: ViewState<Int>
  private var start: Region
  private var target: Region?

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    steps = model.state(0)
    start = model.region
  }

  func makeUIView(_ mapView: RegionMapView) {
    mapView.delegate = self
  }

  func centerMap(on region: Region) {
    target = region
    steps.value = 1
  }

  func updateUIView(_ mapView: RegionMapView) {
    guard let target, (1...10).contains(steps.value) else { return }
    let share = Double(steps.value) / 10
    let east = target.center.longitude - start.center.longitude
    let north = target.center.latitude - start.center.latitude
    let center = Coordinate(
      latitude: start.center.latitude + north * share,
      longitude: start.center.longitude + east * share)
    mapView.setRegion(Region(center: center, span: target.span), animated: false)
    steps.value += 1
  }
}

/// Works through a list of other things, one in each update, while the region stays.
final class WorkingThrough: ModelRegionUpdateStrategy {
  let model: MapScreenModel
  private let done: ViewState<Int>

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    done = model.state(0)
  }

  func updateUIView(_ mapView: RegionMapView) {
    mapView.setRegion(model.region, animated: false)
    if done.value < 10 { done.value += 1 }
  }
}

/// Begins with an animated change, writes state in every update while that is under way, and obeys
/// the next command at once.
final class WritingWhileAnimating: RegionUpdateStrategy {
  private let model: MapScreenModel
  private let writes: ViewState<Int>
  private var doneRequest = 0

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
    writes = model.state(0)
  }

  func makeUIView(_ mapView: RegionMapView) {
    mapView.delegate = self
    mapView.setRegion(RegionScreen.region(east: -300, south: 0), animated: true)
  }

  func centerMap(on region: Region) {
    model.requestRegion(region)
  }

  func updateUIView(_ mapView: RegionMapView) {
    if let request = model.request, request.number != doneRequest {
      doneRequest = request.number
      mapView.setRegion(request.region, animated: false)
    }
    if mapView.isAnimating { writes.value += 1 }
  }
}

/// Goes round from the 500th refresh of its data on.
final class LoopingLate: ModelRegionUpdateStrategy {
  let model: MapScreenModel

  init(model: MapScreenModel, delivery: StateDelivery, isAnimated: Bool) {
    self.model = model
  }

  func updateUIView(_ mapView: RegionMapView) {
    if model.refreshCount >= 500 { model.region.center.longitude *= -1 }
  }
}

import Clustering
import Platform
import Simulation
import Support

/// A live map of a row's size, with the memory that it is drawn into.
public final class RowMap {
  let mapView: MapView
  /// Its pixels on the screen: as many bytes as they take.
  let drawable: FrameBuffer
  /// The row whose place it shows.
  public fileprivate(set) var row: Int
  /// Indicates whether the tiles of its place are there. already
  public fileprivate(set) var isLoaded = false
  /// The number of its latest place.
  fileprivate var placeNumber = 0
  private let account: ListMemory

  fileprivate init(mapView: MapView, drawable: FrameBuffer, row: Int, account: ListMemory) {
    self.mapView = mapView
    self.drawable = drawable
    self.row = row
    self.account = account
    account.maps += 1
  }

  deinit { account.maps -= 1 }
}

/// A drawn picture of a row's map.
public final class RowPicture {
  /// The row whose place it shows.
  public let row: Int
  let pixels: FrameBuffer
  /// Its bytes, as an app computes the cost for a cache.
  public let cost: Int
  private let account: ListMemory

  fileprivate init(row: Int, pixels: FrameBuffer, cost: Int, account: ListMemory) {
    self.row = row
    self.pixels = pixels
    self.cost = cost
    self.account = account
    account.pictureBytes += cost
  }

  deinit { account.pictureBytes -= cost }
}

/// A request for a snapshot, by which it can be cancelled.
public final class SnapshotRequest {
  /// The row whose picture is drawn.
  public let row: Int
  fileprivate var work: BackgroundWork?
  fileprivate var isOver = false

  fileprivate init(row: Int) { self.row = row }
}

/// All existing maps and pictures of a list, held by any object.
final class ListMemory {
  var maps = 0
  var pictureBytes = 0
}

/// A list on screen whose rows show maps: it makes them, draws snapshots, and charges the main
/// thread for both.
///
/// Used by one thread at a time.
public final class MapList {
  /// The thread of the list.
  public let main: MainThread
  private let visits: MapListVisits
  private let seed: UInt64
  private let queue: BackgroundQueue
  private let pins = RowPins()
  private let account = ListMemory()
  private let tileLatency: LatencyDistribution
  private let snapshotLatency: LatencyDistribution
  /// The requests for a row's tiles and snapshots so far.
  private var attempts: [Int: Int] = [:]
  private var hasMadeView = false

  /// The work of the main thread, in the order of its beginnings.
  private(set) var busyTimes: [Range<Int64>] = []
  private(set) var use = MapListUse()

  /// Called when a cell shows something else.
  var cellDidChange: (MapCell) -> Void = { _ in }
  /// Called when a map has its tiles.
  var mapDidLoad: (RowMap) -> Void = { _ in }
  /// Called with what happens, for a transcript.
  var note: (() -> String) -> Void = { _ in }

  init(visits: MapListVisits, main: MainThread, seed: UInt64) {
    self.visits = visits
    self.main = main
    self.seed = seed
    let profile = visits.device.profile
    queue = BackgroundQueue(simulation: main.simulation, width: profile.count(.snapshotsInParallel))
    tileLatency = LatencyDistribution(profile, .tileLoadMedian, .tileLoadP95)
    snapshotLatency = LatencyDistribution(profile, .snapshotMedian, .snapshotP95)
    memoryDidChange()
  }

  var device: Device { visits.device }
  var isTerminated: Bool { use.terminationTime != nil || main.isTerminated }

  // MARK: - Maps

  /// Makes a map of a row's place.
  public func makeMap(forRow row: Int) -> RowMap {
    let isFirst = use.mapsMade == 0
    use.mapsMade += 1
    let map = RowMap(
      mapView: MapView(device: device), drawable: makePixels(), row: row, account: account)
    map.mapView.delegate = pins
    use.maxMaps = max(use.maxMaps, account.maps)
    let profile = device.profile
    work(profile[.createMapView] + (isFirst ? profile[.firstMapView] : 0), named: "make map")
    show(map, row: row)
    note { "row \(row + 1): a map is made, \(self.account.maps) maps exist" }
    memoryDidChange()
    return map
  }

  /// Puts an existing map into another row, with that row's region and pins.
  public func reuse(_ map: RowMap, forRow row: Int) {
    work(device.profile[.reuseMapView], named: "reuse map")
    show(map, row: row)
    note { "row \(row + 1): a map is used again" }
  }

  private func show(_ map: RowMap, row: Int) {
    let before = map.mapView.counts
    fill(map.mapView, row: row)
    let counts = map.mapView.counts - before
    work(counts.work(on: device.profile, afterFirstView: hasMadeView).total, named: "pins")
    if counts.viewsCreated > 0 { hasMadeView = true }
    map.row = row
    map.isLoaded = false
    map.placeNumber += 1
    let number = map.placeNumber
    let span = main.simulation.beginSpan(.network, "tiles")
    main.simulation.schedule(after: latency(of: tileLatency, row: row)) { [weak self, weak map] in
      guard let self else { return }
      main.simulation.endSpan(span)
      guard let map, map.placeNumber == number, !isTerminated else { return }
      map.mapView.composite(into: map.drawable)
      map.isLoaded = true
      mapDidLoad(map)
    }
  }

  /// Gives a map view the region and the pins of a row.
  private func fill(_ mapView: MapView, row: Int) {
    mapView.removeAnnotations(mapView.annotations)
    mapView.setVisibleMapRect(visits.places[row].rect)
    for (pin, point) in visits.places[row].pins.enumerated() {
      mapView.addAnnotation(Annotation(id: .pin(pin), mapPoint: point))
    }
    mapView.layoutAnnotationViews()
  }

  private func makePixels() -> FrameBuffer {
    FrameBuffer(
      width: max(1, Int(device.viewport.width) * device.scale),
      height: max(1, Int(device.viewport.height) * device.scale))
  }

  // MARK: - Snapshots

  /// Requests a picture of a row's map, as `MKMapSnapshotter.start(completionHandler:)`: it is drawn
  /// on a background queue, and given back on the main thread.
  @discardableResult
  public func requestSnapshot(
    ofRow row: Int, completion: @escaping (RowPicture) -> Void
  ) -> SnapshotRequest {
    let request = SnapshotRequest(row: row)
    use.snapshotsRequested += 1
    work(.startSnapshot, named: "snapshot")
    note { "row \(row + 1): a snapshot is requested" }
    let duration = latency(of: snapshotLatency, row: row)
    request.work = queue.async(for: duration, named: "snapshot") { [weak self] in
      self?.finish(request, completion)
    }
    memoryDidChange()
    return request
  }

  private func finish(_ request: SnapshotRequest, _ completion: @escaping (RowPicture) -> Void) {
    guard !request.isOver, !isTerminated else { return }
    request.isOver = true
    use.snapshotsDrawn += 1
    let picture = drawPicture(ofRow: request.row)
    memoryDidChange()
    note { "row \(request.row + 1): its snapshot is there" }
    main.async { [weak self] in
      guard let self, !isTerminated else { return }
      completion(picture)
    }
  }

  /// Cancels a snapshot, as `MKMapSnapshotter.cancel()`: it is not given back, and if it has not
  /// begun it is not drawn. One that is drawn already takes no harm.
  public func cancel(_ request: SnapshotRequest) {
    guard !request.isOver else { return }
    request.isOver = true
    use.snapshotsCancelled += 1
    if let work = request.work { queue.cancel(work) }
    note { "row \(request.row + 1): its snapshot is cancelled" }
  }

  private func drawPicture(ofRow row: Int) -> RowPicture {
    let mapView = MapView(device: device)
    mapView.delegate = pins
    fill(mapView, row: row)
    let pixels = makePixels()
    mapView.composite(into: pixels)
    let (viewport, scale) = (device.viewport, visits.modelledScale)
    return RowPicture(
      row: row, pixels: pixels,
      cost: 4 * Int(viewport.width) * Int(viewport.height) * scale * scale, account: account)
  }

  /// A latency that is the same for each strategy's first request of a row, and so on.
  private func latency(of distribution: LatencyDistribution, row: Int) -> Int64 {
    let attempt = attempts[row, default: 0]
    attempts[row] = attempt + 1
    var random = SplitMix64(
      seed: seed &+ UInt64(row + 1) &* 0xD134_2543_DE82_EF95
        &+ UInt64(attempt) &* 0x9E37_79B9_7F4A_7C15)
    return distribution.draw(using: &random)
  }

  // MARK: - Costs

  func work(_ cost: ProfileParameter.Name, named name: String) {
    work(device.profile[cost], named: name)
  }

  private func work(_ time: Double, named name: String) {
    let duration = Int64(time.rounded())
    guard duration > 0, !isTerminated else { return }
    let start = main.simulation.now
    busyTimes.append(start..<start + duration)
    main.work(for: duration, named: name)
  }

  /// The content of the app's memory; a snapshot that is being drawn has a map of its own.
  private var contents: MapContents {
    let maps = account.maps + queue.runningCount
    let pins = maps * (visits.places.first?.pins.count ?? 0)
    return MapContents(
      mapViews: maps, hasUsedMaps: use.mapsMade + use.snapshotsRequested > 0, annotations: pins,
      markerViews: pins, pictureBytes: account.pictureBytes)
  }

  /// Notes the footprint, and ends the app if it is too large.
  private func memoryDidChange() {
    guard !isTerminated else { return }
    let footprint = contents.footprint(on: device.profile)
    use.peakFootprint = max(use.peakFootprint, footprint)
    use.maxPictureBytes = max(use.maxPictureBytes, account.pictureBytes)
    guard footprint >= device.profile[.foregroundMemoryLimit] else { return }
    use.terminationTime = main.simulation.now
  }
}

/// The delegate of the rows' maps: a marker for each pin.
private final class RowPins: MapViewDelegate {
  func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
    mapView.reusedStandardView(for: annotation)
  }
}

import Families
import Simulation
import Support
import Validation

/// A recording of a device that does not exist: its times are those of a known profile, with noise.
struct RecordingSynthesizer {
  /// The content of the recording.
  struct Options {
    var seconds = 90
    var refresh = 60.0
    /// The standard deviation of a time, as a fraction of it.
    var noise = 0.1
    /// The fraction of the calls and the frames that another thread delays.
    var outliers = 0.01
    var hasImages = true
    var hasClusters = true
    /// False: views are never used again, and each is new.
    var reuses = true
    /// The seconds of a moving map without annotations, and of the app without a map.
    var empty = 20
    var withoutMap = 10
    var isSynthetic = true
    /// The own work of the app and the map in nanoseconds.
    var movingWork = 1_500_000.0
    var restingWork = 300_000.0
  }

  private let truth: PlatformProfile
  private let options: Options
  private var random: SplitMix64
  private var recording: MapRecording
  private let interval: Int64
  // The state of the map.
  private var annotations = 0
  private var live = (markers: 0, images: 0)
  private var waiting = (markers: 0, images: 0)
  private var candidates = 0
  private var hasMadeView = false
  private var region = MapRecording.Region(
    latitude: 52.5, longitude: 13.4, latitudeDelta: 0.1, longitudeDelta: 0.06)
  // The frame that is being made.
  private var end: Int64 = 0
  private var refresh: Int64 = 0
  private var callsBegin: Int64 = 0
  private var rest = RecordedOperations()
  private var busy: Int64 = 0
  private var changesAnnotations = false

  static func recording(
    of truth: PlatformProfile, seed: UInt64, options: Options = Options()
  ) -> MapRecording {
    var synthesizer = RecordingSynthesizer(truth: truth, seed: seed, options: options)
    synthesizer.record()
    return synthesizer.recording
  }

  private init(truth: PlatformProfile, seed: UInt64, options: Options) {
    self.truth = truth
    self.options = options
    random = SplitMix64(seed: seed)
    interval = FrameForecast.interval(refresh: options.refresh)
    recording = MapRecording(
      device: MapRecording.Device(
        model: "Synthetic1,1", system: "iOS 26.1", isSimulator: false, isDebugBuild: false,
        refresh: options.refresh, width: 393, height: 852, thermalState: "nominal"))
    recording.isSynthetic = options.isSynthetic
  }

  private mutating func record() {
    for second in 0..<options.withoutMap { appendFootprint(at: second, hasMap: false) }
    end = Int64(options.withoutMap) * 1_000_000_000
    refresh = end
    var nextFootprint = options.withoutMap
    let start = end
    var isMoving = true
    var phase = 60
    while end < start + Int64(options.seconds) * 1_000_000_000 {
      let isEmpty = end < start + Int64(options.empty) * 1_000_000_000
      callsBegin = end
      rest = RecordedOperations()
      busy = 0
      phase -= 1
      if phase <= 0 {
        isMoving.toggle()
        phase = 30 + random.index(below: 60)
      }
      let moves = isEmpty || isMoving
      if !isEmpty { work(isMoving: moves) }
      finishFrame(isMoving: moves)
      while Int64(nextFootprint) * 1_000_000_000 <= end {
        appendFootprint(at: nextFootprint, hasMap: true)
        nextFootprint += 1
      }
    }
    readBack()
  }

  // MARK: - Frames

  private mutating func work(isMoving: Bool) {
    if random.chance(0.03) { remove() }
    if random.chance(0.05) { add() }
    if random.chance(0.04) { move() }
    if random.chance(0.05) { setRegion() }
    if random.chance(0.15) { compute() }
    // The system frees views that wait.
    if random.chance(0.01) { waiting.markers /= 3 }
    if random.chance(0.01) { waiting.images /= 3 }
    guard isMoving else { return }
    // Views leave the screen and enter it.
    for _ in 0..<random.index(below: 4) where live.markers > 0 {
      live.markers -= 1
      if options.reuses { waiting.markers += 1 }
    }
    for _ in 0..<random.index(below: 3) where live.images > 0 {
      live.images -= 1
      if options.reuses { waiting.images += 1 }
    }
    for _ in 0..<random.index(below: 4) { enter(isMarker: true) }
    if options.hasImages {
      for _ in 0..<random.index(below: 3) { enter(isMarker: false) }
    }
  }

  private mutating func add() {
    let count = 20 + random.index(below: 300)
    var operations = RecordedOperations()
    operations.map.annotationsInserted = count
    call(.add, count: count, operations)
    annotations += count
    // Pins of one kind at a time, so that the two kinds of views can be told apart.
    let isMarker = !options.hasImages || random.chance(0.5)
    for _ in 0..<random.index(below: 100) { enter(isMarker: isMarker) }
  }

  private mutating func remove() {
    let count = min(annotations, 20 + random.index(below: 400))
    guard count > 0 else { return }
    var operations = RecordedOperations()
    operations.map.annotationsRemoved = count
    call(.remove, count: count, operations)
    annotations -= count
    let gone = (
      markers: random.index(below: live.markers + 1), images: random.index(below: live.images + 1)
    )
    live.markers -= gone.markers
    live.images -= gone.images
    if options.reuses {
      waiting.markers += gone.markers
      waiting.images += gone.images
    }
  }

  private mutating func move() {
    let count = 1 + random.index(below: 60)
    var operations = RecordedOperations()
    operations.map.annotationsMoved = count
    call(.move, count: count, operations)
  }

  private mutating func setRegion() {
    var operations = RecordedOperations()
    operations.cameraChanges = 1
    call(.setRegion, count: 1, operations)
  }

  private mutating func compute() {
    let computed: [(MapRecording.Operation, WritableKeyPath<ComputationCounts, Int>)] = [
      (.examinePins, \.pinsExamined), (.groupPins, \.pinsGrouped),
      (.buildClusters, \.pinsClustered), (.indexPins, \.pinsIndexed),
      (.compareItemsByID, \.itemsCompared), (.storeRows, \.rowsStored),
      (.queryDatabase, \.rowsRead), (.compareItems, \.itemsCompared),
    ]
    let (operation, path) = random.element(of: computed)
    let count = random.index(below: 500)
    var operations = RecordedOperations()
    operations.computations[keyPath: path] = count
    if operation == .queryDatabase { operations.computations.databaseQueries = 1 }
    if operation == .compareItems { operations.computations.itemsComparedAfterBody = count }
    call(operation, count: count, operations)
  }

  private mutating func enter(isMarker: Bool) {
    // Half of the views have an identifier of their own.
    let canReuse = (isMarker ? waiting.markers : waiting.images) > 0 && random.chance(0.5)
    let isCluster = options.hasClusters && random.chance(0.3)
    var view = MapRecording.View(
      isMarker: isMarker, isCluster: isCluster, isNew: !canReuse,
      outside: random.number(in: 0...0.1))
    var operations = RecordedOperations()
    if isCluster {
      operations.map.clusterViewForCalls = 1
    } else {
      operations.map.viewForCalls = 1
    }
    if view.isNew {
      if isMarker { rest.map.markerViewsCreated += 1 } else { rest.map.imageViewsCreated += 1 }
    } else {
      if isMarker { rest.map.markerViewsReused += 1 } else { rest.map.imageViewsReused += 1 }
      if !isMarker, random.chance(0.6) {
        view.hasOtherImage = true
        view.drawnArea = random.element(of: [0, 784, 1_600])
        operations.map.imagesRedrawn = 1
        operations.map.redrawnArea = Int(view.drawnArea)
      }
    }
    call(.viewFor, count: 1, operations, view: view)
    if isMarker {
      live.markers += 1
      if canReuse { waiting.markers -= 1 }
    } else {
      live.images += 1
      if canReuse { waiting.images -= 1 }
    }
    // Views that enter a moving map are placed with all others.
    if isMarker { rest.map.markerViewsPlaced += 1 } else { rest.map.imageViewsPlaced += 1 }
  }

  private mutating func call(
    _ operation: MapRecording.Operation, count: Int, _ operations: RecordedOperations,
    view: MapRecording.View? = nil
  ) {
    if [.add, .remove, .move].contains(operation) { changesAnnotations = true }
    let duration = noisy(time(operations))
    recording.calls.append(
      MapRecording.Call(
        operation: operation, begin: callsBegin + 1, duration: duration, count: count, view: view))
    callsBegin += duration + 1
    busy += duration
  }

  private mutating func finishFrame(isMoving: Bool) {
    if options.hasClusters, isMoving { candidates = 50 + random.index(below: 400) }
    if isMoving {
      rest.map.markerViewsPlaced = live.markers
      rest.map.imageViewsPlaced = live.images
      rest.map.clusterCandidates = options.hasClusters ? candidates : 0
    } else if changesAnnotations {
      rest.map.clusterCandidates = options.hasClusters ? candidates : 0
    }
    changesAnnotations = false
    busy += noisy(isMoving ? options.movingWork : options.restingWork)
    busy += noisy(time(rest))
    if rest.map.viewsCreated > 0 { hasMadeView = true }
    let refreshes = FrameForecast.refreshes(for: busy + 100_000, interval: interval)
    refresh += refreshes * interval
    let begin = end
    end = refresh + 50_000
    busy = min(busy, end - begin)
    recording.frames.append(
      MapRecording.Frame(
        refresh: refresh, end: end, busy: busy, markers: live.markers, images: live.images,
        candidates: options.hasClusters ? candidates : 0))
    if isMoving || recording.regions.isEmpty {
      region.latitude += 1e-5
      recording.regions.append(MapRecording.RegionChange(time: end, region: region))
    }
  }

  private func time(_ operations: RecordedOperations) -> Double {
    operations.map.work(on: truth, afterFirstView: hasMadeView).total
      + operations.computations.work(on: truth).total
      + Double(operations.cameraChanges) * truth[.setCamera]
  }

  private mutating func noisy(_ time: Double) -> Int64 {
    var factor = max(0.1, 1 + options.noise * random.gaussian())
    if random.chance(options.outliers) { factor *= 1 + 4 * random.unit() }
    return Int64((time * factor).rounded())
  }

  // MARK: - Memory and regions

  private mutating func appendFootprint(at second: Int, hasMap: Bool) {
    let markers = live.markers + waiting.markers
    let images = live.images + waiting.images
    let bytes =
      FootprintForecast(
        annotations: annotations, markerViews: markers, imageViews: images, indexes: 0,
        profile: truth
      ).bytes - (hasMap ? 0 : Int64(truth[.mapBaseMemory]))
    recording.footprints.append(
      MapRecording.Footprint(
        time: Int64(second) * 1_000_000_000,
        bytes: bytes + Int64(300_000 * random.gaussian()), hasMap: hasMap,
        annotations: annotations, markers: markers, images: images))
  }

  /// Regions that come back a little larger and smaller in turn.
  private mutating func readBack() {
    let residual = truth[.fittingResidual] / 852 * 2
    for number in 0..<30 {
      let set = region
      region.latitudeDelta *= number.isMultiple(of: 2) ? 1 + residual : 1 / (1 + residual)
      region.longitudeDelta *= number.isMultiple(of: 2) ? 1 + residual : 1 / (1 + residual)
      recording.readBacks.append(MapRecording.ReadBack(set: set, read: region, settled: region))
    }
  }
}

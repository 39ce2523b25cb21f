// Records what a map costs on a device: one file, to be copied into an app's test target.
//
// The first part is the document that the recorder writes; `mappressure fit-profile` reads it. The
// second part is the recorder; it needs MapKit and UIKit. Documentation/YourPhone.md has the test that
// calls it.

import Foundation

/// A recording of a map in an app: the main thread's work, the map's operations, and the app's
/// footprint. Times are in nanoseconds since the beginning of the recording.
public struct MapRecording: Hashable, Sendable, Codable {
  /// The version of the document that this file describes.
  public static let currentSchema = 1

  /// The version of the document.
  public var schema = MapRecording.currentSchema
  /// True if no device was measured: the recording was computed.
  public var isSynthetic = false
  /// The device and the system.
  public var device: Device
  /// The frames, in their order.
  public var frames: [Frame] = []
  /// The measured calls, in the order in which they began.
  public var calls: [Call] = []
  /// The changes of the visible region, in their order.
  public var regions: [RegionChange] = []
  /// The regions that were set and read back, in their order.
  public var readBacks: [ReadBack] = []
  /// The app's footprint from time to time, in the order of time.
  public var footprints: [Footprint] = []

  /// Creates a recording without content.
  public init(device: Device) {
    self.device = device
  }

  /// The device, the system and the build that were measured.
  public struct Device: Hashable, Sendable, Codable {
    /// The identifier of the model, such as `iPhone16,1`.
    public var model: String
    /// The name and the version of the system, such as `iOS 26.1`.
    public var system: String
    /// True if it is the simulator.
    public var isSimulator: Bool
    /// True for a build without optimization, whose times are not those of a released app.
    public var isDebugBuild: Bool
    /// The maximum of refreshes a second.
    public var refresh: Double
    /// The width of the map view in points.
    public var width: Double
    /// The height of the map view in points.
    public var height: Double
    /// The warmest thermal state of the recording: `nominal`, `fair`, `serious` or `critical`.
    public var thermalState: String

    /// Creates a description of a device.
    public init(
      model: String, system: String, isSimulator: Bool, isDebugBuild: Bool, refresh: Double,
      width: Double, height: Double, thermalState: String
    ) {
      self.model = model
      self.system = system
      self.isSimulator = isSimulator
      self.isDebugBuild = isDebugBuild
      self.refresh = refresh
      self.width = width
      self.height = height
      self.thermalState = thermalState
    }
  }

  /// The main thread's turns from one refresh to the next, up to the end of the turn in which the
  /// display link fired, so that a layout pass and its cause are in one frame.
  public struct Frame: Hashable, Sendable, Codable {
    /// The time of the refresh, as the display link says. Differences are whole refreshes.
    public var refresh: Int64
    /// The end of the last turn; calls and changes after the frame before and up to here are of
    /// this frame.
    public var end: Int64
    /// The time for which the main thread was busy, without the recorder's own work between turns.
    public var busy: Int64
    /// Marker views on the map at the end.
    public var markers: Int
    /// Other annotation views on the map at the end.
    public var images: Int
    /// Annotations with a clustering identifier that these views show, those in clusters included.
    public var candidates: Int

    /// Creates a frame.
    public init(
      refresh: Int64, end: Int64, busy: Int64, markers: Int, images: Int, candidates: Int
    ) {
      self.refresh = refresh
      self.end = end
      self.busy = busy
      self.markers = markers
      self.images = images
      self.candidates = candidates
    }
  }

  /// A measured call on the main thread.
  public struct Call: Hashable, Sendable, Codable {
    /// The operation.
    public var operation: Operation
    /// The time at which the call began.
    public var begin: Int64
    /// The length of the call.
    public var duration: Int64
    /// The annotations, pins, items or rows that the call was for; 1 for ``Operation/viewFor`` and
    /// ``Operation/setRegion``.
    public var count: Int
    /// The view that ``Operation/viewFor`` returned; absent for other calls, and where the map makes
    /// its own view.
    public var view: View?

    /// Creates a call.
    public init(
      operation: Operation, begin: Int64, duration: Int64, count: Int, view: View? = nil
    ) {
      self.operation = operation
      self.begin = begin
      self.duration = duration
      self.count = count
      self.view = view
    }
  }

  /// The operations that are measured as calls.
  public enum Operation: String, Hashable, Sendable, Codable, CaseIterable {
    /// Annotations are added to the map.
    case add
    /// Annotations are removed from the map.
    case remove
    /// The coordinates of annotations on the map are set.
    case move
    /// The delegate's `mapView(_:viewFor:)`.
    case viewFor = "view-for"
    /// The map's region or camera is set.
    case setRegion = "set-region"
    /// The app examines pins one by one, to find those to show.
    case examinePins = "examine-pins"
    /// The app groups pins for one view of the map.
    case groupPins = "group-pins"
    /// The app builds clusters for all zoom levels.
    case buildClusters = "build-clusters"
    /// The app builds a spatial index.
    case indexPins = "index-pins"
    /// The app compares two lists element by element.
    case compareItems = "compare-items"
    /// The app compares two lists by identifier.
    case compareItemsByID = "compare-items-by-id"
    /// The app stores pins in a database.
    case storeRows = "store-rows"
    /// The app queries a database; the count is that of the rows that were found.
    case queryDatabase = "query-database"
  }

  /// The view that the delegate returned for an annotation.
  public struct View: Hashable, Sendable, Codable {
    /// True for an `MKMarkerAnnotationView`.
    public var isMarker: Bool
    /// True for the view of a cluster.
    public var isCluster: Bool
    /// True for a view that the map did not have before; false for one from the reuse queue.
    public var isNew: Bool
    /// True for a view from the reuse queue that has another image than before.
    public var hasOtherImage: Bool
    /// The area of an image that was not used before, in square points; 0 for a shared one.
    public var drawnArea: Double
    /// The distance of the annotation from the visible rectangle, as a fraction of that rectangle's
    /// width or height; 0 for one inside.
    public var outside: Double

    /// Creates a view.
    public init(
      isMarker: Bool, isCluster: Bool, isNew: Bool, hasOtherImage: Bool = false,
      drawnArea: Double = 0, outside: Double = 0
    ) {
      self.isMarker = isMarker
      self.isCluster = isCluster
      self.isNew = isNew
      self.hasOtherImage = hasOtherImage
      self.drawnArea = drawnArea
      self.outside = outside
    }
  }

  /// A region in degrees.
  public struct Region: Hashable, Sendable, Codable {
    /// The latitude of the centre.
    public var latitude: Double
    /// The longitude of the centre.
    public var longitude: Double
    /// The span from north to south.
    public var latitudeDelta: Double
    /// The span from west to east.
    public var longitudeDelta: Double

    /// Creates a region.
    public init(
      latitude: Double, longitude: Double, latitudeDelta: Double, longitudeDelta: Double
    ) {
      self.latitude = latitude
      self.longitude = longitude
      self.latitudeDelta = latitudeDelta
      self.longitudeDelta = longitudeDelta
    }
  }

  /// A change of the visible region.
  public struct RegionChange: Hashable, Sendable, Codable {
    /// The end of the turn after which the map showed it.
    public var time: Int64
    /// The region that the map shows since then.
    public var region: Region

    /// Creates a change.
    public init(time: Int64, region: Region) {
      self.time = time
      self.region = region
    }
  }

  /// A region that was set without animation and read back.
  public struct ReadBack: Hashable, Sendable, Codable {
    /// The region that was set.
    public var set: Region
    /// The region that the map had directly after it was set.
    public var read: Region
    /// The region that the map had after the next layout pass; absent if it was not read again.
    public var settled: Region?

    /// Creates a read-back.
    public init(set: Region, read: Region, settled: Region? = nil) {
      self.set = set
      self.read = read
      self.settled = settled
    }
  }

  /// The app's footprint at a time.
  public struct Footprint: Hashable, Sendable, Codable {
    /// The time.
    public var time: Int64
    /// The physical footprint of the process in bytes.
    public var bytes: Int64
    /// True after the map was made.
    public var hasMap: Bool
    /// Annotations on the map.
    public var annotations: Int
    /// Marker views in memory, on the map or waiting for reuse.
    public var markers: Int
    /// Other annotation views in memory, on the map or waiting for reuse.
    public var images: Int

    /// Creates a footprint.
    public init(
      time: Int64, bytes: Int64, hasMap: Bool, annotations: Int, markers: Int, images: Int
    ) {
      self.time = time
      self.bytes = bytes
      self.hasMap = hasMap
      self.annotations = annotations
      self.markers = markers
      self.images = images
    }
  }

  /// The document's bytes.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try encoder.encode(self)
  }
}

#if canImport(MapKit) && canImport(UIKit) && !os(watchOS)
  import MapKit
  import UIKit
  import os

  /// Records what a map costs while a test uses it.
  ///
  /// Every measured call is also an interval of a signpost, so that Instruments shows the same times.
  @MainActor
  public final class MapRecorder: NSObject {
    /// The recording so far.
    public private(set) var recording: MapRecording

    private let begin = CACurrentMediaTime()
    private let signposter: OSSignposter
    private weak var map: MKMapView?
    private var delegate: RecordingDelegate?
    private var link: CADisplayLink?
    private var observers: [CFRunLoopObserver] = []
    /// The time at which the current turn of the main thread began; `nil` between turns.
    private var turn: Int64?
    private var busy: Int64 = 0
    /// The display link's time, once it has fired in the current turn.
    private var refresh: Int64?
    private var lastFootprint: Int64 = 0
    /// The read-back whose region is read again at the end of the turn.
    private var unsettled: Int?
    private let views = NSHashTable<MKAnnotationView>.weakObjects()
    private let images = NSHashTable<UIImage>.weakObjects()
    private let imageOfView = NSMapTable<MKAnnotationView, UIImage>.weakToWeakObjects()

    /// Begins a recording. Create the recorder before the map, so that the memory of the app without
    /// a map is recorded.
    ///
    /// - Parameter subsystem: the signposts' subsystem in Instruments.
    public init(subsystem: String = "MapRecorder") {
      signposter = OSSignposter(subsystem: subsystem, category: .pointsOfInterest)
      let device = MapRecording.Device(
        model: Self.model,
        system: UIDevice.current.systemName + " " + UIDevice.current.systemVersion,
        isSimulator: Self.isSimulator, isDebugBuild: Self.isDebugBuild,
        refresh: Double(UIScreen.main.maximumFramesPerSecond), width: 0, height: 0,
        thermalState: Self.thermalState)
      recording = MapRecording(device: device)
      super.init()
      recordFootprint()
    }

    /// Records a map from now on. The map needs its delegate and its size; the recorder takes the
    /// delegate's place and forwards every call.
    public func attach(to map: MKMapView) {
      self.map = map
      recording.device.width = Double(map.bounds.width)
      recording.device.height = Double(map.bounds.height)
      let delegate = RecordingDelegate(recorder: self, original: map.delegate)
      self.delegate = delegate
      map.delegate = delegate
      observe()
      let link = CADisplayLink(target: self, selector: #selector(fire(_:)))
      let rate = Float(UIScreen.main.maximumFramesPerSecond)
      link.preferredFrameRateRange = CAFrameRateRange(
        minimum: rate, maximum: rate, preferred: rate)
      link.add(to: .main, forMode: .common)
      self.link = link
    }

    /// Ends the recording and gives the map its delegate back.
    public func stop() {
      link?.invalidate()
      link = nil
      for observer in observers {
        CFRunLoopRemoveObserver(CFRunLoopGetMain(), observer, .commonModes)
      }
      observers = []
      recordFootprint()
      if let delegate { map?.delegate = delegate.original }
      delegate = nil
    }

    /// Measures a call on the main thread.
    ///
    /// - Parameter count: the annotations, pins, items or rows that it is for.
    public func measure<Result>(
      _ operation: MapRecording.Operation, count: Int = 1, _ body: () throws -> Result
    ) rethrows -> Result {
      let state = signposter.beginInterval("map operation", "\(operation.rawValue) \(count)")
      let start = now
      defer {
        let duration = now - start
        signposter.endInterval("map operation", state)
        recording.calls.append(
          MapRecording.Call(operation: operation, begin: start, duration: duration, count: count))
      }
      return try body()
    }

    /// Sets a region without animation, reads it back, and reads it again after the next layout pass.
    /// Let a frame pass between two of them.
    @discardableResult
    public func readBack(_ region: MKCoordinateRegion) -> MKCoordinateRegion {
      guard let map else { return region }
      measure(.setRegion) { map.setRegion(region, animated: false) }
      let read = map.region
      unsettled = recording.readBacks.count
      recording.readBacks.append(
        MapRecording.ReadBack(set: Self.region(region), read: Self.region(read)))
      return read
    }

    /// Records the footprint now; it is recorded each second anyway.
    public func recordFootprint() {
      let held = views.allObjects
      let markers = held.reduce(0) { $0 + ($1 is MKMarkerAnnotationView ? 1 : 0) }
      recording.footprints.append(
        MapRecording.Footprint(
          time: now, bytes: Self.footprint(), hasMap: map != nil,
          annotations: map?.annotations.count ?? 0, markers: markers,
          images: held.count - markers))
      lastFootprint = now
      let states = ["nominal", "fair", "serious", "critical"]
      let state = Self.thermalState
      if (states.firstIndex(of: state) ?? 0)
        > (states.firstIndex(of: recording.device.thermalState) ?? 0)
      {
        recording.device.thermalState = state
      }
    }

    /// Writes the recording to a file.
    public func write(to url: URL) throws {
      var recording = recording
      // Calls within calls end before those.
      recording.calls.sort { $0.begin < $1.begin }
      try recording.json().write(to: url)
    }

    // MARK: - Frames

    private var now: Int64 { nanoseconds(CACurrentMediaTime()) }

    private func nanoseconds(_ time: CFTimeInterval) -> Int64 {
      max(0, Int64(((time - begin) * 1e9).rounded()))
    }

    @objc private func fire(_ link: CADisplayLink) {
      refresh = nanoseconds(link.timestamp)
    }

    /// Observes the turns of the main run loop: the first of all observers when it wakes, the last
    /// one before it waits, after Core Animation's commit.
    private func observe() {
      let awake = CFRunLoopObserverCreateWithHandler(
        nil, CFRunLoopActivity.afterWaiting.rawValue, true, .min
      ) { [weak self] _, _ in
        MainActor.assumeIsolated { self?.beginTurn() }
      }
      let asleep = CFRunLoopObserverCreateWithHandler(
        nil, CFRunLoopActivity.beforeWaiting.rawValue, true, .max
      ) { [weak self] _, _ in
        MainActor.assumeIsolated { self?.endTurn() }
      }
      // A nested run loop returns to code that works on.
      let returning = CFRunLoopObserverCreateWithHandler(
        nil, CFRunLoopActivity.exit.rawValue, true, .max
      ) { [weak self] _, _ in
        MainActor.assumeIsolated { self?.beginTurn() }
      }
      observers = [awake, asleep, returning].compactMap { $0 }
      for observer in observers { CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes) }
      beginTurn()
    }

    private func beginTurn() {
      if turn == nil { turn = now }
    }

    private func endTurn() {
      let end = now
      if let turn { busy += end - turn }
      turn = nil
      guard let refresh, let map else { return }
      // What follows is the recorder's own work, which is not in the frame's time.
      self.refresh = nil
      var frame = MapRecording.Frame(
        refresh: refresh, end: end, busy: busy, markers: 0, images: 0, candidates: 0)
      busy = 0
      count(map, in: &frame)
      recording.frames.append(frame)
      let region = Self.region(map.region)
      if recording.regions.last?.region != region {
        recording.regions.append(MapRecording.RegionChange(time: end, region: region))
      }
      if let index = unsettled {
        recording.readBacks[index].settled = region
        unsettled = nil
      }
      if end - lastFootprint >= 1_000_000_000 { recordFootprint() }
    }

    /// Counts the annotation views below a view.
    private func count(_ parent: UIView, in frame: inout MapRecording.Frame) {
      for child in parent.subviews where !child.isHidden {
        guard let view = child as? MKAnnotationView else {
          count(child, in: &frame)
          continue
        }
        if view is MKMarkerAnnotationView { frame.markers += 1 } else { frame.images += 1 }
        if let cluster = view.annotation as? MKClusterAnnotation {
          frame.candidates += cluster.memberAnnotations.count
        } else if view.clusteringIdentifier != nil {
          frame.candidates += 1
        }
      }
    }

    // MARK: - Views

    /// Measures the original delegate's `mapView(_:viewFor:)`.
    fileprivate func view(
      for annotation: any MKAnnotation, on map: MKMapView, from original: any MKMapViewDelegate
    ) -> MKAnnotationView? {
      if annotation is MKUserLocation { return original.mapView?(map, viewFor: annotation) ?? nil }
      let state = signposter.beginInterval("map operation", "view-for")
      let start = now
      let view = original.mapView?(map, viewFor: annotation) ?? nil
      let duration = now - start
      signposter.endInterval("map operation", state)
      recording.calls.append(
        MapRecording.Call(
          operation: .viewFor, begin: start, duration: duration, count: 1,
          view: view.map { description(of: $0, for: annotation, on: map) }))
      return view
    }

    private func description(
      of view: MKAnnotationView, for annotation: any MKAnnotation, on map: MKMapView
    ) -> MapRecording.View {
      var result = MapRecording.View(
        isMarker: view is MKMarkerAnnotationView, isCluster: annotation is MKClusterAnnotation,
        isNew: !views.contains(view),
        outside: Self.distance(of: annotation, from: map.visibleMapRect))
      views.add(view)
      guard let image = view.image, !result.isMarker else { return result }
      if !result.isNew { result.hasOtherImage = imageOfView.object(forKey: view) !== image }
      if !images.contains(image) {
        result.drawnArea = Double(image.size.width * image.size.height)
        images.add(image)
      }
      imageOfView.setObject(image, forKey: view)
      return result
    }

    private static func distance(of annotation: any MKAnnotation, from rect: MKMapRect) -> Double {
      let point = MKMapPoint(annotation.coordinate)
      guard rect.width > 0, rect.height > 0 else { return 0 }
      let x = max(rect.minX - point.x, point.x - rect.maxX, 0) / rect.width
      let y = max(rect.minY - point.y, point.y - rect.maxY, 0) / rect.height
      // Across the antimeridian the distance is of no use.
      return max(x, y) < 10 ? max(x, y) : 0
    }

    private static func region(_ region: MKCoordinateRegion) -> MapRecording.Region {
      MapRecording.Region(
        latitude: region.center.latitude, longitude: region.center.longitude,
        latitudeDelta: region.span.latitudeDelta, longitudeDelta: region.span.longitudeDelta)
    }

    // MARK: - System

    private static func footprint() -> Int64 {
      var info = task_vm_info_data_t()
      var count = mach_msg_type_number_t(
        MemoryLayout<task_vm_info_data_t>.size / MemoryLayout<integer_t>.size)
      let result = withUnsafeMutablePointer(to: &info) {
        $0.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(TASK_VM_INFO), $0, &count)
        }
      }
      return result == KERN_SUCCESS ? Int64(info.phys_footprint) : 0
    }

    private static var model: String {
      if let model = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"] {
        return model
      }
      var system = utsname()
      uname(&system)
      return withUnsafeBytes(of: &system.machine) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
    }

    private static var isSimulator: Bool {
      #if targetEnvironment(simulator)
        true
      #else
        false
      #endif
    }

    private static var isDebugBuild: Bool {
      #if DEBUG
        true
      #else
        false
      #endif
    }

    private static var thermalState: String {
      switch ProcessInfo.processInfo.thermalState {
      case .fair: "fair"
      case .serious: "serious"
      case .critical: "critical"
      default: "nominal"
      }
    }
  }

  /// Forwards every call of the map's delegate, and has the recorder measure those for views.
  private final class RecordingDelegate: NSObject, MKMapViewDelegate {
    nonisolated(unsafe) weak var original: (any MKMapViewDelegate)?
    private weak var recorder: MapRecorder?

    @MainActor
    init(recorder: MapRecorder, original: (any MKMapViewDelegate)?) {
      self.recorder = recorder
      self.original = original
    }

    @MainActor
    func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? {
      guard let original else { return nil }
      return recorder?.view(for: annotation, on: mapView, from: original)
    }

    override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || original?.responds(to: selector) == true
    }

    override func forwardingTarget(for selector: Selector!) -> Any? {
      original?.responds(to: selector) == true ? original : super.forwardingTarget(for: selector)
    }
  }
#endif

import Testing
import Validation

/// Every nanosecond of the main thread is in one measured time.
@Suite struct RecordedWorkTests {
  private typealias Call = MapRecording.Call

  private static func work(_ calls: [Call], moves: [Int64] = []) -> RecordedWork {
    var recording = MapRecording.empty()
    recording.frames = ([10_000_000, 20_000_000, 30_000_000] as [Int64]).map {
      MapRecording.Frame(
        refresh: $0, end: $0, busy: 1_000_000, markers: 7, images: 3, candidates: 40)
    }
    recording.calls = calls
    let region = MapRecording.Region(latitude: 1, longitude: 2, latitudeDelta: 1, longitudeDelta: 1)
    recording.regions = moves.map { MapRecording.RegionChange(time: $0, region: region) }
    return RecordedWork(recording)
  }

  @Test func aCallThatStandsForItselfIsNotInItsFrame() {
    let work = Self.work([
      Call(operation: .add, begin: 12_000_000, duration: 400_000, count: 50)
    ]).works
    #expect(work.map(\.source) == [.annotationCall, .restingFrame, .restingFrame])
    #expect(work.map(\.duration) == [400_000, 600_000, 1_000_000])
    #expect(work[0].operations.map.annotationsInserted == 50)
    #expect(work[1].operations.map.annotationsInserted == 0)
    // The map clusters again after annotations changed.
    #expect(work.map(\.operations.map.clusterCandidates) == [0, 40, 0])
  }

  /// The view's cost falls into the layout pass after the call.
  @Test func aNewViewStaysInItsFrame() {
    let work = Self.work([
      Call(
        operation: .viewFor, begin: 12_000_000, duration: 100_000, count: 1,
        view: MapRecording.View(isMarker: true, isCluster: false, isNew: true)),
      Call(
        operation: .viewFor, begin: 13_000_000, duration: 50_000, count: 1,
        view: MapRecording.View(
          isMarker: false, isCluster: true, isNew: false, hasOtherImage: true, drawnArea: 784)),
    ]).works
    #expect(work.map(\.source) == [.viewCall, .restingFrame, .restingFrame])
    #expect(work.map(\.duration) == [50_000, 950_000, 1_000_000])
    #expect(work[0].operations.map.clusterViewForCalls == 1)
    #expect(work[0].operations.map.imagesRedrawn == 1)
    #expect(work[0].operations.map.redrawnArea == 784)
    #expect(work[1].operations.map.viewForCalls == 1)
    #expect(work[1].operations.map.markerViewsCreated == 1)
    #expect(work[1].operations.map.markerViewsPlaced == 1)
    #expect(work[1].operations.map.imageViewsPlaced == 1)
    #expect(work.map(\.isAfterFirstView) == [true, false, true])
  }

  @Test func aCallWithinACallIsCountedOnce() {
    let work = Self.work([
      Call(operation: .add, begin: 12_000_000, duration: 500_000, count: 1),
      Call(
        operation: .viewFor, begin: 12_100_000, duration: 300_000, count: 1,
        view: MapRecording.View(isMarker: true, isCluster: false, isNew: true)),
      Call(operation: .remove, begin: 12_600_000, duration: 100_000, count: 1),
    ]).works
    // 500 less 300 of the view; the frame keeps the 300.
    #expect(work.map(\.duration) == [200_000, 100_000, 700_000, 1_000_000])
  }

  @Test func aMovingMapPlacesEveryView() {
    let frames = Self.work([], moves: [5_000_000, 25_000_000]).works.filter(\.source.isFrame)
    #expect(frames.map(\.source) == [.restingFrame, .movingFrame])
    #expect(frames.map(\.operations.map.markerViewsPlaced) == [0, 7])
    #expect(frames.map(\.operations.map.imageViewsPlaced) == [0, 3])
    #expect(frames.map(\.operations.map.clusterCandidates) == [0, 40])
  }

  @Test func aFrameWithViewsThatNobodyCountedIsLeftOut() {
    let work = Self.work([Call(operation: .viewFor, begin: 12_000_000, duration: 9, count: 1)])
    #expect(work.framesWithUncountedViews == 1)
    #expect(work.works.map(\.time) == [30_000_000])
  }

  @Test func aFrameWithMoreCallsThanTimeIsLeftOut() {
    let work = Self.work([Call(operation: .add, begin: 22_000_000, duration: 2_000_000, count: 1)])
    #expect(work.inconsistentFrames == 1)
    #expect(work.works.map(\.source) == [.annotationCall, .restingFrame])
  }

  @Test func computationsAreThoseOfTheModel() {
    let work = Self.work([
      Call(operation: .queryDatabase, begin: 1, duration: 5, count: 30),
      Call(operation: .compareItems, begin: 7, duration: 5, count: 20),
      Call(operation: .setRegion, begin: 20, duration: 5, count: 1),
    ]).works
    #expect(work[0].operations.computations.databaseQueries == 1)
    #expect(work[0].operations.computations.rowsRead == 30)
    #expect(work[1].operations.computations.itemsCompared == 20)
    #expect(work[1].operations.computations.itemsComparedAfterBody == 20)
    #expect(work[2].source == .cameraCall && work[2].operations.cameraChanges == 1)
    #expect(work.map(\.operations.total).prefix(3) == [31, 20, 1])
  }
}

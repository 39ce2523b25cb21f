/// How long changes of the data and of the camera wait until the map shows them.
///
/// All times are nanoseconds of the virtual clock.
struct Staleness {
  /// When each revision of the data, and each of the camera, came.
  private let modelTimes: [Int64]
  private let cameraTimes: [Int64]
  private var shownModelCount = 0
  private var shownCameraCount = 0
  /// How long each change waited, in the order in which they were shown.
  private(set) var waits: [Int64] = []

  /// - Parameters:
  ///   - modelTimes: by revision, ascending; the first is that of the data at the beginning.
  ///   - cameraTimes: the same of the camera.
  init(modelTimes: [Int64], cameraTimes: [Int64]) {
    self.modelTimes = modelTimes
    self.cameraTimes = cameraTimes
    waits.reserveCapacity(modelTimes.count + cameraTimes.count)
  }

  /// A frame came on screen.
  ///
  /// - Parameters:
  ///   - revision: the revision of the data that it stands for; -1 for none.
  ///   - cameraRevision: the same of the camera.
  mutating func frameDidShow(revision: Int, cameraRevision: Int, at time: Int64) {
    while shownModelCount <= min(revision, modelTimes.count - 1) {
      waits.append(time - modelTimes[shownModelCount])
      shownModelCount += 1
    }
    while shownCameraCount <= min(cameraRevision, cameraTimes.count - 1) {
      waits.append(time - cameraTimes[shownCameraCount])
      shownCameraCount += 1
    }
  }

  /// The waits with those of the changes that were never shown, which waited until the end.
  func waits(until end: Int64) -> [Int64] {
    waits + modelTimes[shownModelCount...].map { max(0, end - $0) }
      + cameraTimes[shownCameraCount...].map { max(0, end - $0) }
  }
}

import Platform
import Simulation
import Support

/// The times of commands and of changes of the view's size: in the rests between gestures, or, for
/// a size, in the middle of a gesture.
struct RegionSchedule {
  private(set) var writer: RegionScriptWriter
  private let duration: Int64
  private let rates: RegionEventRates
  /// The times at which the next of each is due; it waits for a rest.
  private var commandTime: Int64
  private var resizeTime: Int64

  init(rates: RegionEventRates, duration: Int64, writer: RegionScriptWriter) {
    self.rates = rates
    self.duration = duration
    self.writer = writer
    commandTime = self.writer.gap(rate: rates.commands)
    resizeTime = self.writer.gap(rate: rates.resizes)
  }

  /// Writes a camera's gestures, and the events between and after them.
  mutating func add(_ gestures: CameraGestures, refresh: Double) {
    let frame = 1_000_000_000 / refresh
    func duration(ofFrames count: Int) -> Int64 { Int64((Double(count) * frame).rounded()) }
    var restStart: Int64 = 0
    var restFrame = 0
    for gesture in gestures.gestures {
      let rest = rest(from: restStart)
      let start = max(rest.end, restStart + duration(ofFrames: gesture.firstFrame - restFrame))
      let end = start + duration(ofFrames: gesture.movements.count + 1)
      guard end < self.duration else { return }
      writer.add(gesture, at: start, frame: frame, resizing: rest.isFollowedByResize)
      if rest.isFollowedByResize { viewWasResized(by: end) }
      restStart = end
      restFrame = gesture.firstFrame + gesture.movements.count
    }
    finish(from: restStart)
  }

  /// Writes the events of a rest.
  ///
  /// - Returns: the time after which a gesture may follow, and whether the view is resized in the
  ///   middle of that gesture.
  private mutating func rest(from start: Int64) -> (end: Int64, isFollowedByResize: Bool) {
    var time = addDueCommand(at: start)
    var resizesGesture = false
    if isDue(resizeTime, at: time) {
      resizesGesture = writer.random.chance(writer.profile[.resizeInGestureShare])
      if !resizesGesture { time = addResize(at: time) }
    }
    if time == start, !resizesGesture, writer.random.chance(writer.profile[.idleLookShare]) {
      time += Int64(writer.profile[.idleLook])
    }
    return (time, resizesGesture)
  }

  /// Writes the events after the last gesture.
  private mutating func finish(from start: Int64) {
    var time = max(start, min(commandTime, resizeTime))
    while time < quietTime {
      let end = addDueCommand(at: time)
      time = isDue(resizeTime, at: end) ? addResize(at: end) : end
      time = max(time, min(commandTime, resizeTime))
    }
  }

  /// The view has another size, or its usual one back.
  private mutating func viewWasResized(by time: Int64) {
    // Devices are rotated back after some seconds.
    resizeTime =
      writer.resized != nil
      ? time + writer.time(from: .resizeBackMin, to: .resizeBackMax)
      : time.later(by: writer.gap(rate: rates.resizes))
  }

  private func isDue(_ dueTime: Int64, at time: Int64) -> Bool {
    dueTime <= time && time < quietTime
  }

  /// The time from which on no visible change begins.
  private var quietTime: Int64 { duration - Int64(writer.profile[.quietEnding]) }

  private mutating func addDueCommand(at time: Int64) -> Int64 {
    guard isDue(commandTime, at: time) else { return time }
    let look = Int64(writer.profile[.commandLook])
    let latest = writer.addCommands(after: time, look: look)
    commandTime = max(commandTime, latest).later(by: writer.gap(rate: rates.commands))
    return latest + look
  }

  private mutating func addResize(at time: Int64) -> Int64 {
    let start = time + Int64(writer.profile[.resizeDelay])
    let end = writer.addResize(at: start) + Int64(writer.profile[.resizeLook])
    viewWasResized(by: end)
    return end
  }
}

extension Int64 {
  /// The sum, at most the maximum.
  fileprivate func later(by delay: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(delay)
    return overflow ? .max : sum
  }
}

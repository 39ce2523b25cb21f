import Clustering
import PinData

extension CameraTrace {
  /// The camera of a recording, whose regions are noted when they change: while the map rests, the
  /// last region is held until one refresh before the next change.
  ///
  /// The trace has no frame if the recording has no region. Takes O(n) time.
  package init(of recording: MapRecording) {
    let interval = 1 / recording.device.refresh
    var frames: [CameraFrame] = []
    for change in recording.regions {
      let time = Double(change.time) / 1e9
      if let last = frames.last {
        // Two changes within one refresh are one.
        if time - last.time < interval / 2 { frames.removeLast() }
        if time - last.time > 2 * interval {
          frames.append(CameraFrame(time: time - interval, region: last.region))
        }
      }
      frames.append(CameraFrame(time: time, region: Clustering.Region(change.region)))
    }
    self.init(frames: frames)
  }
}

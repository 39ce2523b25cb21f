import Clustering
import Simulation
import Support

/// The parameters that a recording tells without a regression: the map's own hitches, the margin
/// around the visible region, and the regions that are read back.
struct MapBehavior {
  typealias Estimate = Result<ProfileFit.Parameter, ProfileFit.Obstacle>

  let recording: MapRecording

  /// Each parameter with its estimate or the reason why there is none.
  var estimates: [(ProfileParameter.Name, Estimate)] {
    let readBacks = ReadBackDeviations(recording)
    return [
      (.mapHitchFloor, hitchFloor), (.visibleMargin, visibleMargin),
      (.fittingResidual, readBacks.fittingResidual), (.centerResidual, readBacks.centerResidual),
      (.layoutPassConversions, readBacks.layoutPassConversions),
    ]
  }

  // MARK: - Hitches

  /// The seconds of movement without annotation views that the map's own hitches need.
  static let minSeconds = 10

  /// The hitch time ratio of a moving map without annotation views, as the model computes it from
  /// the refreshes that each frame took.
  ///
  /// The interval is that of a ratio of sums over seconds. It reaches to three missed refreshes at
  /// least: fewer may be missed by chance of what misses three on average.
  private var hitchFloor: Estimate {
    let refresh = recording.device.refresh
    let interval = FrameForecast.interval(refresh: refresh)
    var seconds: [Int: (late: Double, total: Double)] = [:]
    let frames = framesOfTheMapAlone
    for (previous, frame) in frames {
      // Callbacks come at refreshes, up to rounding.
      let refreshes = max(
        1, ((Double(frame.refresh - previous.refresh)) / Double(interval)).rounded())
      let second = Int(frame.end / 1_000_000_000)
      seconds[second, default: (0, 0)].late += (refreshes - 1) * Double(interval)
      seconds[second, default: (0, 0)].total += refreshes * Double(interval)
    }
    let total = seconds.values.reduce(0) { $0 + $1.total }
    guard total > 0 else { return .failure(.neverOccurred) }
    let found = min(seconds.count, Int(total / 1e9))
    guard found >= Self.minSeconds else {
      return .failure(.tooFewTimes(found: found, needed: Self.minSeconds))
    }
    let ratio = seconds.values.reduce(0) { $0 + $1.late } / total
    let count = Double(seconds.count)
    let squares = seconds.sorted { $0.key < $1.key }.reduce(0) {
      let difference = $1.value.late - ratio * $1.value.total
      return $0 + difference * difference
    }
    let reach =
      StudentDistribution(degreesOfFreedom: count - 1).upperQuantile(0.025)
      * (squares * count / (count - 1)).squareRoot() / total
    return .success(
      ProfileFit.Parameter(
        name: .mapHitchFloor, value: min(1, ratio), low: max(0, ratio - reach),
        high: min(1, max(ratio + reach, 3 * Double(interval) / total)),
        measurements: frames.count))
  }

  /// The frames of a movement in which there was neither an annotation view nor a call, with the
  /// frame before each.
  private var framesOfTheMapAlone: [(MapRecording.Frame, MapRecording.Frame)] {
    zip(recording.frames.indices, recording.turns).dropFirst().compactMap { index, turn in
      let frame = recording.frames[index]
      guard turn.isMoving, turn.calls.isEmpty, frame.markers == 0, frame.images == 0 else {
        return nil
      }
      return (recording.frames[index - 1], frame)
    }
  }

  // MARK: - Visible margin

  /// The views of pins that the margin needs.
  private static let minViews = 100

  /// The distance within which 97.5 % of the views were asked for, so that single late calls do not
  /// decide; from the median to the distance of 99 %.
  private var visibleMargin: Estimate {
    let distances = recording.calls.compactMap { call in
      call.view.flatMap { $0.isCluster ? nil : $0.outside }
    }.sorted()
    guard !distances.isEmpty else { return .failure(.neverOccurred) }
    guard distances.count >= Self.minViews else {
      return .failure(.tooFew(found: distances.count, needed: Self.minViews))
    }
    return .success(
      ProfileFit.Parameter(
        name: .visibleMargin, value: min(1, distances[distances.count * 975 / 1_000]),
        low: min(1, distances[distances.count / 2]),
        high: min(1, distances[distances.count * 99 / 100]), measurements: distances.count))
  }
}

/// The deviations of regions that were read back from the regions that were set, where the map had
/// returned that very region before: it has the view's shape, so that an exact map changes nothing.
private struct ReadBackDeviations {
  /// Half of the change of the height, in points, of each read-back.
  private var heights: [Double] = []
  /// The change of the centre's latitude in degrees.
  private var centers: [Double] = []
  /// One for each read-back that was read again: true where it had changed.
  private var changesLater: [Bool] = []

  private static let minReadBacks = 20
  private static let minPoints = 1e-4
  private static let minDegrees = 1e-10

  init(_ recording: MapRecording) {
    let viewport = Viewport(width: recording.device.width, height: recording.device.height)
    var returned: Set<MapRecording.Region> = []
    for readBack in recording.readBacks {
      if returned.contains(readBack.set) {
        heights.append(Self.points(from: readBack.set, to: readBack.read, in: viewport))
        centers.append(abs(readBack.read.latitude - readBack.set.latitude))
      }
      returned.insert(readBack.read)
      if let settled = readBack.settled {
        returned.insert(settled)
        changesLater.append(
          Self.points(from: readBack.read, to: settled, in: viewport) >= Self.minPoints
            || abs(settled.latitude - readBack.read.latitude) >= Self.minDegrees)
      }
    }
  }

  private static func points(
    from first: MapRecording.Region, to second: MapRecording.Region, in viewport: Viewport
  ) -> Double {
    let heights = [first, second].map { viewport.mapRect(readBackAs: Region($0)).height }
    return abs(heights[1] - heights[0]) / 2 * (viewport.height / heights[0])
  }

  var fittingResidual: MapBehavior.Estimate {
    estimate(.fittingResidual, heights, min: Self.minPoints)
  }

  var centerResidual: MapBehavior.Estimate {
    estimate(.centerResidual, centers, min: Self.minDegrees)
  }

  private func estimate(
    _ name: ProfileParameter.Name, _ deviations: [Double], min: Double
  ) -> MapBehavior.Estimate {
    if let missing = Self.missing(deviations.count) { return .failure(missing) }
    guard let summary = try? SampleSummary(deviations), summary.low >= min, summary.high <= 1
    else { return .failure(.exact) }
    return .success(
      ProfileFit.Parameter(
        name: name, value: summary.median, low: summary.low, high: summary.high,
        measurements: deviations.count))
  }

  /// 0 where no region changed after it was read, 1 or 2 where all did.
  var layoutPassConversions: MapBehavior.Estimate {
    if let missing = Self.missing(changesLater.count) { return .failure(missing) }
    let share = Double(changesLater.count { $0 }) / Double(changesLater.count)
    guard share == 0 || share == 1 else { return .failure(.contradictory(share: share)) }
    return .success(
      ProfileFit.Parameter(
        name: .layoutPassConversions, value: share, low: share, high: 2 * share,
        measurements: changesLater.count))
  }

  private static func missing(_ count: Int) -> ProfileFit.Obstacle? {
    if count == 0 { return .neverOccurred }
    return count < minReadBacks ? .tooFew(found: count, needed: minReadBacks) : nil
  }
}

extension Clustering.Region {
  init(_ region: MapRecording.Region) {
    self.init(
      center: Coordinate(latitude: region.latitude, longitude: region.longitude),
      span: CoordinateSpan(
        latitudeDelta: region.latitudeDelta, longitudeDelta: region.longitudeDelta))
  }
}

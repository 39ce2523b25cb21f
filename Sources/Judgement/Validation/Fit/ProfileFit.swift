import Simulation
import Support

/// A profile's parameters as a recording tells them.
package struct ProfileFit: Sendable {
  /// A parameter with its estimate, in nanoseconds, bytes, points, degrees, as a fraction or a count.
  package struct Parameter: Hashable, Sendable {
    /// The parameter.
    package let name: ProfileParameter.Name
    /// The estimate.
    package let value: Double
    /// The lower end of the 95 % confidence interval.
    package let low: Double
    /// The upper end of the 95 % confidence interval.
    package let high: Double
    /// The measurements that it rests on: calls, frames, samples or read-backs.
    package let measurements: Int
  }

  /// The reasons why a recording cannot tell a parameter.
  package enum Obstacle: Error, Hashable {
    /// A recording does not hold what the parameter describes.
    case notRecorded
    /// The operation never occurred.
    case neverOccurred
    /// The operation occurred in too few calls, frames or samples.
    case tooFew(found: Int, needed: Int)
    /// The operation occurred at too few times: seconds, of frames and calls.
    case tooFewTimes(found: Int, needed: Int)
    /// The operation always, or nearly always, occurred together with others.
    case inseparable(from: [Term])
    /// The interval of the estimate is not narrower than the span of the base.
    case tooUncertain(low: Double, high: Double)
    /// The map reads regions back as they were set, so that there is no residual.
    case exact
    /// Some measurements say one thing and some another.
    case contradictory(share: Double)
  }

  /// A term of the time of a call or a frame.
  package enum Term: Hashable, Sendable {
    /// The cost of an operation.
    case parameter(ProfileParameter.Name)
    /// The work of the app and of the map in each frame of a movement, which no parameter has.
    case ownWork(isMoving: Bool)
  }

  /// A parameter that keeps its value in the base.
  package struct Gap: Hashable, Sendable {
    /// The parameter.
    package let name: ProfileParameter.Name
    /// The reason.
    package let obstacle: Obstacle
  }

  /// The agreement of the fit with measurements of a kind.
  package struct Agreement: Hashable, Sendable {
    /// The source of the times; `nil` for footprints.
    package let source: MeasuredWork.Source?
    /// The number of measurements.
    package let count: Int
    /// The operations in them that have a cost: annotations, views, candidates.
    package let operations: Int
    /// The root mean square of the residuals, in nanoseconds or bytes.
    package let rootMeanSquare: Double
    /// The fraction of the variance that the fit explains; `nil` where nothing varies.
    package let explained: Double?
  }

  /// A frame with its measured and its expected time, in nanoseconds.
  package struct FrameResidual: Hashable, Sendable {
    /// The end of the frame in nanoseconds since the beginning of the recording.
    package let time: Int64
    /// The busy time without the calls that stand for themselves.
    package let measured: Double
    /// The time that the fit expects.
    package let expected: Double
    /// The operations.
    package let operations: RecordedOperations
  }

  /// The work of the app and of the map in a frame besides the counted operations.
  package struct OwnWork: Hashable, Sendable {
    /// True for frames of a movement.
    package let isMoving: Bool
    /// The time in nanoseconds.
    package let value: Double
    /// The lower end of the 95 % confidence interval.
    package let low: Double
    /// The upper end of the 95 % confidence interval.
    package let high: Double
  }

  /// The base, whose values hold for everything that is not fitted.
  package let base: PlatformProfile
  /// The parameters that the recording tells, in the order of a profile.
  package private(set) var parameters: [Parameter] = []
  /// The parameters of a map and of camera changes that it does not tell, in the order of a profile.
  package private(set) var gaps: [Gap] = []
  /// The agreement by kind of measurement.
  package private(set) var agreements: [Agreement] = []
  /// The frames with the largest residuals, largest first.
  package private(set) var worstFrames: [FrameResidual] = []
  /// What the app and the map do in each frame besides the counted operations.
  package private(set) var ownWork: [OwnWork] = []
  /// Frames that were left out because the map made views of its own in them.
  package let framesWithUncountedViews: Int
  /// Frames that were left out because more time of calls is in them than the main thread was busy.
  package let inconsistentFrames: Int

  /// The number of measurements that a parameter needs.
  package static let minMeasurements = 10
  /// The number of separate times, such as seconds, at which a parameter's operation must occur.
  package static let minTimes = 3
  /// The number of footprints of the app without a map that its own memory needs.
  package static let minFootprintsWithoutMap = 5
  private static let shownFrames = 5

  /// Fits the parameters of a recording.
  package init(_ recording: MapRecording, base: PlatformProfile) {
    self.base = base
    let work = RecordedWork(recording)
    framesWithUncountedViews = work.framesWithUncountedViews
    inconsistentFrames = work.inconsistentFrames
    fitTimes(work.works)
    fitMemory(recording.footprints)
    for (name, estimate) in MapBehavior(recording: recording).estimates { record(name, estimate) }
    let known = Set(parameters.map(\.name) + gaps.map(\.name))
    let order = ProfileParameter.Name.allCases
    gaps += order.filter {
      !known.contains($0)
        && ($0.group == .map || $0.group == .updates)
    }.map { Gap(name: $0, obstacle: .notRecorded) }
    parameters = order.compactMap { name in parameters.first { $0.name == name } }
    gaps = order.compactMap { name in gaps.first { $0.name == name } }
  }

  /// Takes one parameter that a measurement tells by itself.
  package init(_ parameter: Parameter, base: PlatformProfile) {
    self.base = base
    (framesWithUncountedViews, inconsistentFrames) = (0, 0)
    record(parameter.name, .success(parameter))
  }

  /// Keeps an estimate unless the base knows more.
  private mutating func record(
    _ name: ProfileParameter.Name, _ estimate: Result<Parameter, Obstacle>
  ) {
    switch estimate {
    case .success(let parameter):
      guard let known = base.parameters.first(where: { $0.name == name }) else { return }
      let (low, high) = (parameter.low, parameter.high)
      let isPrecise = high - low <= parameter.value / 2
      if isPrecise || high - low < (known.high - known.low) * known.unit.scale {
        parameters.append(parameter)
      } else {
        gaps.append(Gap(name: name, obstacle: .tooUncertain(low: low, high: high)))
      }
    case .failure(let obstacle): gaps.append(Gap(name: name, obstacle: obstacle))
    }
  }

  // MARK: - Times

  private mutating func fitTimes(_ works: [MeasuredWork]) {
    let names = ProfileParameter.Name.allCases.filter {
      [.map, .updates].contains($0.group) && $0.isMainThreadWork && $0 != .updatePass
    }
    // The design of the regression is the model itself, in each parameter's own units.
    let units = UnitProfiles(of: names, in: base)
    var regression = BoundedRegression(columnCount: names.count + 2)
    let design = DesignOfTimes(units.profiles)
    for work in works {
      regression.append(
        design.row(of: work) + [
          work.source == .movingFrame ? 1 : 0, work.source == .restingFrame ? 1 : 0,
        ],
        response: Double(work.duration), group: work.noiseGroup,
        block: Int(work.time / 1_000_000_000))
    }
    let time = 0...(1e15)
    let fit = regression.fit(bounds: names.map(units.range) + [time, time])
    let terms = names.map(Term.parameter) + [.ownWork(isMoving: true), .ownWork(isMoving: false)]
    for (name, coefficient) in zip(names, fit.coefficients) {
      record(name, Self.estimate(name, coefficient, terms: terms))
    }
    for (term, coefficient) in zip(terms, fit.coefficients) {
      guard case .ownWork(let isMoving) = term, coefficient.rows > 0,
        coefficient.dependsOn.isEmpty
      else { continue }
      ownWork.append(
        OwnWork(
          isMoving: isMoving, value: coefficient.value, low: coefficient.low,
          high: coefficient.high))
    }
    for source in MeasuredWork.Source.allCases {
      let rows = works.indices.filter { works[$0].source == source }
      guard !rows.isEmpty else { continue }
      agreements.append(
        Self.agreement(
          source, operations: rows.reduce(0) { $0 + works[$1].operations.total }, fit: fit,
          rows: rows))
    }
    worstFrames = works.indices.filter { works[$0].source.isFrame }
      .sorted { abs(fit.residuals[$0]) > abs(fit.residuals[$1]) }
      .prefix(Self.shownFrames)
      .map { row in
        FrameResidual(
          time: works[row].time, measured: Double(works[row].duration),
          expected: fit.expected[row], operations: works[row].operations)
      }
  }

  private static func estimate(
    _ name: ProfileParameter.Name, _ coefficient: BoundedRegression.Coefficient, terms: [Term]
  ) -> Result<Parameter, Obstacle> {
    if coefficient.rows == 0 { return .failure(.neverOccurred) }
    if coefficient.rows < minMeasurements {
      return .failure(.tooFew(found: coefficient.rows, needed: minMeasurements))
    }
    if coefficient.blocks < minTimes {
      return .failure(.tooFewTimes(found: coefficient.blocks, needed: minTimes))
    }
    guard coefficient.dependsOn.isEmpty else {
      return .failure(.inseparable(from: coefficient.dependsOn.map { terms[$0] }))
    }
    return .success(
      Parameter(
        name: name, value: coefficient.value, low: coefficient.low, high: coefficient.high,
        measurements: coefficient.rows))
  }

  private static func agreement(
    _ source: MeasuredWork.Source?, operations: Int, fit: BoundedRegression.Fit, rows: [Int]
  ) -> Agreement {
    let count = Double(rows.count)
    let squares = rows.reduce(0) { $0 + fit.residuals[$1] * fit.residuals[$1] }
    let measured = rows.map { fit.expected[$0] + fit.residuals[$0] }
    let mean = measured.reduce(0, +) / count
    let variation = measured.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return Agreement(
      source: source, count: rows.count, operations: operations,
      rootMeanSquare: (squares / count).squareRoot(),
      explained: variation > 0 ? max(0, 1 - squares / variation) : nil)
  }

  // MARK: - Memory

  private mutating func fitMemory(_ footprints: [MapRecording.Footprint]) {
    let names: [ProfileParameter.Name] = [
      .markerViewMemory, .imageViewMemory, .annotationMemory, .appBaseMemory, .mapBaseMemory,
    ]
    let units = UnitProfiles(of: names, in: base)
    var regression = BoundedRegression(columnCount: names.count)
    for footprint in footprints {
      let sizes = zip(names, units.profiles).map { name, profile in
        // The model always has a map.
        name == .mapBaseMemory && !footprint.hasMap ? 0 : footprint.modelledBytes(on: profile)
      }
      regression.append(
        sizes, response: Double(footprint.bytes), group: 0,
        block: Int(footprint.time / 2_000_000_000))
    }
    guard regression.rowCount > 0 else {
      gaps += names.map { Gap(name: $0, obstacle: .neverOccurred) }
      return
    }
    let fit = regression.fit(bounds: names.map(units.range))
    let terms = names.map(Term.parameter)
    let withoutMap = footprints.count { !$0.hasMap }
    for (name, coefficient) in zip(names, fit.coefficients) {
      let isBase = name == .appBaseMemory || name == .mapBaseMemory
      if isBase, (1..<Self.minFootprintsWithoutMap).contains(withoutMap) {
        gaps.append(
          Gap(
            name: name,
            obstacle: .tooFew(found: withoutMap, needed: Self.minFootprintsWithoutMap)))
      } else {
        record(name, Self.estimate(name, coefficient, terms: terms))
      }
    }
    agreements.append(
      Self.agreement(
        nil, operations: footprints.reduce(0) { $0 + $1.annotations + $1.markers + $1.images },
        fit: fit, rows: Array(footprints.indices)))
  }
}

extension MeasuredWork {
  /// Calls of each operation have a noise of their own, and so have frames.
  fileprivate var noiseGroup: Int {
    let operations = MapRecording.Operation.allCases
    return operation.flatMap(operations.firstIndex)
      ?? operations.count + (source == .movingFrame ? 0 : 1)
  }
}

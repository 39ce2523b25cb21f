import Simulation
import Support
import TestSupport
import Testing
import Validation

/// A fit of a recording that was synthesized with known parameters recovers them, and says which it
/// cannot tell.
@Suite struct ProfileFitTests {
  private static let base = PlatformProfile.sample()

  /// The parameters that every recording of the synthesizer tells.
  private static let identifiable: [ProfileParameter.Name] = [
    .createMarkerView, .createImageView, .reuseMarkerView, .layoutMarkerView,
    .layoutImageView, .assignImage, .redrawArea, .viewForCall, .viewForClusterCall, .addAnnotation,
    .removeAnnotation,
    .moveAnnotation, .nativeClusterCandidate, .examinePin, .clusterPin, .buildClustersPin,
    .indexPin, .storeRow, .differenceItem, .differenceByIDItem, .setCamera, .markerViewMemory,
    .imageViewMemory, .annotationMemory, .appBaseMemory, .mapBaseMemory,
  ]

  /// A profile whose parameters are those of the base times a factor each.
  private static func truth(_ number: Int) -> PlatformProfile {
    var random = SplitMix64(seed: UInt64(number) &* 7_919)
    return (identifiable + [.reuseImageView]).reduce(base) { profile, name in
      let factor =
        switch number {
        case 0: 1.0
        case 1: 4.0
        default: random.number(in: 0.5...4)
        }
      return profile.setting(name, to: base[name] * factor)
      // Each annotation has so many bytes that the noise of the footprint does not hide them.
    }.setting(.annotationMemory, to: 3_000).setting(.fittingResidual, to: 0.02)
  }

  @Test(arguments: TestTier.sample([0, 1, 2, 3], 2), TestTier.sample([1, 2], 1))
  func everyParameterIsRecoveredWithinTenPercent(truth number: Int, seed: UInt64) throws {
    let truth = Self.truth(number)
    let fit = ProfileFit(RecordingSynthesizer.recording(of: truth, seed: seed), base: Self.base)
    for name in Self.identifiable {
      let found = try #require(
        fit[name],
        "\(name.rawValue): \(String(describing: fit.gaps.first { $0.name == name }))")
      #expect(
        abs(found.value / truth[name] - 1) <= 0.1,
        "\(name.rawValue): expected \(truth[name]), found \(found.value)")
      #expect(found.low <= found.value && found.value <= found.high)
    }
    // A view from the queue is little beside the noise of its frame, and the fit says so.
    let reuse = try #require(fit[.reuseImageView])
    #expect(reuse.low <= truth[.reuseImageView] && truth[.reuseImageView] <= reuse.high)
    let residual = try #require(fit[.fittingResidual])
    #expect(abs(residual.value / 0.02 - 1) < 0.1)
    let conversions = try #require(fit[.layoutPassConversions])
    #expect(conversions.value == 0)
  }
}

extension ProfileFitTests {
  /// The regression's time of an operation is the model's.
  @Test func withoutNoiseTheFitIsExact() throws {
    let options = RecordingSynthesizer.Options(seconds: 60, noise: 0, outliers: 0)
    let fit = ProfileFit(
      RecordingSynthesizer.recording(of: Self.base, seed: 1, options: options), base: Self.base)
    let timed = fit.agreements.filter { $0.source != nil }
    #expect(!timed.isEmpty)
    for agreement in timed {
      // Times are whole nanoseconds, and a call is at most a few milliseconds.
      #expect(agreement.rootMeanSquare < 100, "\(agreement)")
    }
    for name in Self.identifiable where name.group == .map && name != .annotationMemory {
      let found = try #require(fit[name], "\(name)")
      #expect(abs(found.value / Self.base[name] - 1) < 0.02, "\(name): \(found.value)")
    }
  }
}

/// The parameters that a recording cannot tell, with the reason.
@Suite struct ProfileFitGapTests {
  private static let base = PlatformProfile.sample()

  private static func fit(
    _ change: (inout RecordingSynthesizer.Options) -> Void = { _ in },
    truth: PlatformProfile = base, editing edit: (inout MapRecording) -> Void = { _ in }
  ) -> ProfileFit {
    var options = RecordingSynthesizer.Options(seconds: 40, empty: 12)
    change(&options)
    var recording = RecordingSynthesizer.recording(of: truth, seed: 5, options: options)
    edit(&recording)
    return ProfileFit(recording, base: base)
  }

  @Test func eachParameterOfAMapIsFittedOrAGap() {
    let fit = Self.fit()
    let names = ProfileParameter.Name.allCases.filter { $0.group == .map || $0.group == .updates }
    #expect(Set(fit.parameters.map(\.name)).isDisjoint(with: fit.gaps.map(\.name)))
    #expect(Set(fit.parameters.map(\.name) + fit.gaps.map(\.name)) == Set(names))
    for name in [
      ProfileParameter.Name.collisionSize, .indexPinMemory, .databaseMemory, .updatePass,
      .regionAnimation, .regionEndsPerFling,
    ] { #expect(fit.obstacle(name) == .notRecorded) }
  }

  @Test func anOperationThatNeverOccursIsNotTold() {
    let fit = Self.fit { options in
      options.hasImages = false
      options.hasClusters = false
    }
    for name in [
      ProfileParameter.Name.createImageView, .layoutImageView, .assignImage, .redrawArea,
      .viewForClusterCall, .nativeClusterCandidate, .imageViewMemory,
    ] { #expect(fit.obstacle(name) == .neverOccurred, "\(name)") }
    #expect(fit.obstacle(.createMarkerView) == nil)
  }

  /// A new view is always asked for, so that the call and the view cannot be identifiable apart.
  @Test func operationsThatOccurTogetherNameEachOther() {
    let fit = Self.fit { options in
      options.reuses = false
      options.hasImages = false
      options.hasClusters = false
    }
    #expect(fit.obstacle(.viewForCall) == .inseparable(from: [.parameter(.createMarkerView)]))
    #expect(fit.obstacle(.createMarkerView) == .inseparable(from: [.parameter(.viewForCall)]))
    #expect(fit.obstacle(.layoutMarkerView) == nil)
  }

  @Test func aConstantNumberOfViewsIsThatOfTheFrame() throws {
    let fit = Self.fit { options in
      options.hasImages = false
    } editing: { recording in
      for index in recording.frames.indices { recording.frames[index].images = 100 }
    }
    let obstacle = fit.obstacle(.layoutImageView)
    guard case .inseparable(let terms) = obstacle else { throw OtherCase(obstacle) }
    #expect(terms.contains(.ownWork(isMoving: true)))
  }

  @Test func fewCallsAreTooFew() {
    let fit = Self.fit { _ in
    } editing: { recording in
      let adds = recording.calls.indices.filter { recording.calls[$0].operation == .add }
      for index in adds.dropFirst(4).reversed() { recording.calls.remove(at: index) }
    }
    #expect(fit.obstacle(.addAnnotation) == .tooFew(found: 4, needed: 10))
    #expect(fit.obstacle(.firstViewWarmUp) == .tooFew(found: 1, needed: 10))
  }

  @Test func withoutFootprintsOfTheAppAloneItsMemoryIsNotTold() {
    let fit = Self.fit { $0.withoutMap = 0 }
    #expect(fit.obstacle(.appBaseMemory) == .inseparable(from: [.parameter(.mapBaseMemory)]))
    #expect(fit.obstacle(.markerViewMemory) == nil)
    #expect(Self.fit { $0.withoutMap = 3 }.obstacle(.mapBaseMemory) == .tooFew(found: 3, needed: 5))
  }

  /// Of what costs nothing the estimate is 0 or a little more, and the interval says how much more.
  @Test func noEstimateIsBelowNothing() throws {
    let free: [ProfileParameter.Name] = [
      .layoutImageView, .createImageView, .nativeClusterCandidate, .assignImage,
    ]
    let truth = free.reduce(Self.base) { $0.setting($1, to: 0) }
    let fit = Self.fit(truth: truth)
    for name in free {
      let found = try #require(fit[name], "\(name)")
      #expect(found.value >= 0 && found.low >= 0)
      #expect(found.low == 0, "\(name): \(found)")
    }
    #expect(fit.parameters.allSatisfy { $0.low >= 0 && $0.low <= $0.value && $0.value <= $0.high })
  }

  @Test func anEmptyRecordingTellsNothing() {
    let fit = ProfileFit(.empty(), base: Self.base)
    #expect(fit.parameters.isEmpty)
    #expect(fit.obstacle(.addAnnotation) == .neverOccurred)
    #expect(fit.obstacle(.mapBaseMemory) == .neverOccurred)
    #expect(fit.obstacle(.mapHitchFloor) == .neverOccurred)
    #expect(fit.obstacle(.fittingResidual) == .neverOccurred)
  }

  @Test func residualsAreThoseOfTheNoise() throws {
    let fit = Self.fit { $0.outliers = 0 }
    let calls = try #require(fit.agreements.first { $0.source == .annotationCall })
    #expect(try #require(calls.explained) > 0.9)
    #expect(fit.worstFrames.count == 5)
    let distances = fit.worstFrames.map { abs($0.measured - $0.expected) }
    #expect(distances == distances.sorted(by: >))
    let moving = try #require(fit.ownWork.first { $0.isMoving })
    #expect(abs(moving.value / 1_500_000 - 1) < 0.1)
    let resting = try #require(fit.ownWork.first { !$0.isMoving })
    #expect(abs(resting.value / 300_000 - 1) < 0.1)
  }
}

import Foundation
import Simulation
import Support
import TestSupport
import Testing
import Validation

/// A recording is read as it was written, or refused with the place and the expectation.
@Suite struct RecordingFileTests {
  private static func small() -> MapRecording {
    let options = RecordingSynthesizer.Options(seconds: 4, empty: 1, withoutMap: 2)
    return RecordingSynthesizer.recording(of: .sample(), seed: 3, options: options)
  }

  private func error(_ text: Data) throws -> RecordingError? {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "recording.json")
    do {
      _ = try MapRecording(contentsOf: path)
      return nil
    } catch {
      return error
    }
  }

  private func error(after edit: (inout MapRecording) -> Void) throws -> RecordingError? {
    var recording = Self.small()
    edit(&recording)
    return try error(recording.json())
  }

  private static let damages: [(String, @Sendable (inout MapRecording) -> Void)] = [
    ("device.refresh", { $0.device.refresh = 0 }),
    ("device.width", { $0.device.width = -1 }),
    ("device.model", { $0.device.model = String(repeating: "x", count: 101) }),
    ("frames[3].refresh", { $0.frames[3].refresh = 0 }),
    ("frames[4].busy", { $0.frames[4].busy = 1_000_000_000 }),
    ("frames[2].busy", { $0.frames[2].busy = -1 }),
    ("frames[1].markers", { $0.frames[1].markers = .max }),
    ("calls[0].begin", { $0.calls[0].begin = .min }),
    ("calls[1].begin", { $0.calls[1].begin = $0.calls[0].begin - 1 }),
    ("calls[0].duration", { $0.calls[0].duration = .max }),
    ("calls[0].count", { $0.calls[0].count = -5 }),
    ("regions[0].region", { $0.regions[0].region.latitude = 91 }),
    ("readBacks[0].read", { $0.readBacks[0].read.latitudeDelta = 0 }),
    ("readBacks[1].settled", { $0.readBacks[1].settled?.longitude = 200 }),
    ("footprints[0].bytes", { $0.footprints[0].bytes = 0 }),
    ("footprints[1].images", { $0.footprints[1].images = -1 }),
  ]

  @Test func whatIsWrittenIsRead() throws {
    let recording = Self.small()
    let folder = try TemporaryFolder()
    let path = try folder.write(recording.json(), to: "recording.json")
    #expect(try MapRecording(contentsOf: path) == recording)
    #expect(!recording.calls.isEmpty && !recording.frames.isEmpty)
  }

  @Test func aFileThatIsNotThereIsAnError() {
    #expect(
      throws: RecordingError.unreadable(
        path: "/nowhere/x.json", reason: "No such file or directory")
    ) { try MapRecording(contentsOf: "/nowhere/x.json") }
  }

  @Test(arguments: ["", "{", "[]", "{}", "{\"schema\": \"1\"}", "null", "{\"schema\": 1}"])
  func anythingElseIsNoRecording(text: String) throws {
    guard case .notARecording = try error(Data(text.utf8)) else { throw OtherCase(text) }
  }

  @Test func anotherSchemaIsNamed() throws {
    let found = try error(after: { $0.schema = 2 })
    guard case .unknownSchema(_, found: 2, known: 1) = found else { throw OtherCase(found) }
  }

  @Test(arguments: damages) func anImpossibleValueHasItsPlace(
    place: String, edit: @Sendable (inout MapRecording) -> Void
  ) throws {
    guard case .impossibleValue(_, let found, let expected, _) = try error(after: edit)
    else { throw OtherCase(place) }
    #expect(place.hasPrefix(found) || found.hasPrefix(place))
    #expect(!found.isEmpty && !expected.isEmpty)
  }

  @Test func aViewBelongsToACallForOne() throws {
    let found = try error(after: { recording in
      recording.calls[0].operation = .add
      recording.calls[0].view = MapRecording.View(isMarker: true, isCluster: false, isNew: true)
    })
    guard case .impossibleValue(_, "calls[0].view", _, _) = found else { throw OtherCase(found) }
  }
}

/// The file of a fitted profile is one that scenarios accept.
@Suite struct FittedProfileTests {
  private static func profile(
    isSynthetic: Bool = false, basedOn base: String = "iphone-simulator",
    editing edit: (inout MapRecording) -> Void = { _ in }
  ) throws -> (FittedProfile, ProfileFit, PlatformProfile) {
    let options = RecordingSynthesizer.Options(seconds: 40, empty: 12, isSynthetic: isSynthetic)
    var recording = RecordingSynthesizer.recording(of: .sample(), seed: 9, options: options)
    edit(&recording)
    let known = try #require(try PlatformProfile.builtIn(base))
    let fit = ProfileFit(recording, base: known)
    let profile = try FittedProfile(fit, of: FitOrigin(recording), file: "a \"b\".json")
    return (profile, fit, try PlatformProfile(yaml: profile.text, file: "p.yaml"))
  }

  @Test(arguments: ["iphone-simulator", "partly-measured-phone"])
  func onlyFittedParametersAreWritten(base: String) throws {
    let (written, fit, profile) = try Self.profile(basedOn: base)
    #expect(profile.name == "synthetic1-1-ios-26-1")
    #expect(written.name == profile.name)
    let known = try #require(try PlatformProfile.builtIn(base))
    for parameter in profile.parameters {
      guard let fitted = fit[parameter.name] else {
        #expect(known.parameters.contains(parameter))
        continue
      }
      #expect(parameter.confidence == .measured)
      #expect(parameter.source.contains("a \"b\".json: Synthetic1,1, iOS 26.1, 60 Hz"))
      #expect(abs(parameter.scaled - fitted.value) <= 1e-3 * fitted.value)
      #expect(parameter.low <= parameter.value && parameter.value <= parameter.high)
    }
    #expect(fit.parameters.count > 15)
  }

  @Test func aSynthesizedRecordingIsNoMeasurement() throws {
    let (_, fit, profile) = try Self.profile(isSynthetic: true)
    #expect(profile.name == "synthetic-synthetic1-1-ios-26-1")
    #expect(profile.title.hasPrefix("SYNTHETIC"))
    #expect(profile.warning.contains("synthesized"))
    for parameter in profile.parameters
    where fit[parameter.name] != nil {
      #expect(parameter.confidence == .assumption)
      #expect(parameter.source.contains("no device"))
    }
  }

  @Test func theWarningNamesWhatDisturbs() throws {
    let (_, _, profile) = try Self.profile { recording in
      recording.device.isSimulator = true
      recording.device.isDebugBuild = true
      recording.device.thermalState = "critical"
      recording.device.model = "x: y #\u{1b}[31m\\\"\n- z"
    }
    for word in ["simulator", "debug build", "hot"] { #expect(profile.warning.contains(word)) }
    #expect(!profile.title.unicodeScalars.contains("\u{1b}"))
  }
}

/// The recording that comes with MapPressure, to try the command without a device.
@Suite struct SampleRecordingTests {
  private static let path = RepositoryFile.path(
    "Sources/Judgement/Validation/Recorder/synthetic-recording.json")

  /// Written again with MAPPRESSURE_RENEW_GOLDEN=1.
  @Test func isTheSynthesizersAndSaysSo() throws {
    let options = RecordingSynthesizer.Options(seconds: 17, empty: 11)
    let truth = PlatformProfile.sample().setting(.createMarkerView, to: 320_000)
      .setting(.addAnnotation, to: 6_000)
    let recording = RecordingSynthesizer.recording(of: truth, seed: 1, options: options)
    if ProcessInfo.processInfo.environment["MAPPRESSURE_RENEW_GOLDEN"] != nil {
      try recording.json().write(to: URL(fileURLWithPath: Self.path))
    }
    #expect(recording.isSynthetic)
    #expect(try MapRecording(contentsOf: Self.path) == recording)
  }
}

import Clustering
import Families
import Simulation
import TestSupport
import Testing

/// A bound camera position that begins as automatic, or that the app itself writes in
/// `onMapCameraChange`.
@Suite struct RegionPositionTests {
  private let command = RegionScreen.command

  /// The app sets nothing. The first region of the others has one of three places.
  @Test(arguments: RegionAppSetting.all)
  func anAutomaticPositionShowsAllPlacesFirst(_ setting: RegionAppSetting) throws {
    let places = [0.0, 3_000, -5_000].map { RegionScreen.region(east: $0, south: $0 / 2).center }
    let screen = RegionScreen(places: places)
      .showing(east: 300, south: -40, zoomedInBy: 2, at: 500).dragging(at: 2_000)
      .locating(at: 3_000)
    let outcome = try screen.use("automatic-position", setting: setting)
    #expect(outcome.places == 3 && outcome.placesInFirstView == 3)
    // Neither the command nor the user's drag is taken back.
    #expect(outcome.changes == 2 && outcome.correctChanges == 2 && outcome.loops == 0)
    for strategy in ["camera-position", "no-binding"] {
      #expect(try screen.use(strategy, setting: setting).placesInFirstView == 1)
    }
  }

  /// The map shows nothing beyond the world's north and south, so the view, half as wide as it is
  /// high, shows half of the world.
  @Test func noUprightViewShowsPlacesAllOverTheWorld() throws {
    let places = stride(from: -180.0, to: 180, by: 30).map { Coordinate(10, $0) }
    let outcome = try RegionScreen(places: places).use("automatic-position")
    #expect(outcome.places == 12 && outcome.placesInFirstView == 6)
    let nothing = try RegionScreen().use("automatic-position")
    #expect(nothing.places == 0 && nothing.placesInFirstView == 0)
  }

  /// The change calls back, the write changes the camera: with the first region, and once more with
  /// the command or the gesture. No layout pass is needed.
  @Test(
    arguments: ["position-written-at-end", "position-written-continuously"], RegionFitting.restless)
  func aWriteOfEachChangeGoesRound(_ strategy: String, _ fitting: RegionFitting) throws {
    let first = try RegionScreen().use(strategy, fitting: fitting, layoutPassConversions: 0)
    #expect(first.loops == 1)
    for screen in [command, RegionScreen().dragging(at: 1_000)] {
      let outcome = try screen.use(strategy, fitting: fitting, layoutPassConversions: 0)
      #expect(outcome.loops == 2 && outcome.correctChanges == 0)
    }
  }

  /// A position that the app has written itself is not written again.
  @Test(arguments: RegionFitting.restless, RegionAppSetting.all)
  func aWriteAfterGesturesComesToRest(
    _ fitting: RegionFitting, _ setting: RegionAppSetting
  ) throws {
    let outcome = try command.dragging(at: 2_000).locating(at: 2_110, 3_000)
      .use("position-written-after-gestures", fitting: fitting, setting: setting)
    #expect(outcome.loops == 0 && outcome.correctChanges == 2 && outcome.conflicts == 0)
  }

  /// The first step of the animation is written, and ends it there.
  @Test(arguments: RegionAppSetting.animated)
  func aWriteOfEachStepEndsAnAnimation(_ setting: RegionAppSetting) throws {
    let outcome = try command.use("position-written-continuously", setting: setting)
    #expect(outcome.commands == 1 && outcome.lostCommands == 1 && outcome.loops == 0)
    for strategy in ["position-written-at-end", "position-written-after-gestures"] {
      #expect(try command.use(strategy, setting: setting).correctChanges == 1)
    }
  }

  /// Ten steps of a drag: the user's movement takes the position from the app, and the app takes it
  /// back, each with an update. At the end the app writes the region that it knows anyway, and the
  /// position with it.
  @Test func aWriteOfEachStepUpdatesTheView() throws {
    let updates = try [
      "camera-position", "position-written-at-end", "position-written-continuously",
    ].map { try RegionScreen().dragging(at: 1_000).use($0).updatesOfGestures }
    #expect(updates[1] == updates[0] && updates[2] >= updates[0] + 9)
  }
}

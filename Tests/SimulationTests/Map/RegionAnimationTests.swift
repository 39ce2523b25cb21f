import Clustering
import Simulation
import TestSupport
import Testing

/// Animated changes: their steps, and what interrupts them.
@Suite struct RegionAnimationTests {
  private typealias Event = RegionWorld.Event

  private let far = Region(10, 20, meters: 500_000)

  private static let frame: Int64 = 16_666_667
  private let world = RegionWorld(showing: RegionWorld.beijingRegion)

  @Test(arguments: RegionFitting.all)
  func anAnimationHasAStepEachFrame(fitting: RegionFitting) throws {
    let world = RegionWorld(showing: RegionWorld.beijingRegion, fitting: fitting)
    let old = world.map.region
    let target = world.map.regionThatFits(far)
    world.map.setRegion(far, animated: true)
    #expect(world.map.region == old && world.map.isAnimating)
    #expect(world.events == [.will(animated: true)])
    world.simulation.run()
    // 400 ms are 24 frames, but for rounding: the last step comes with the first frame behind.
    #expect(world.events == Event.animation())
    #expect(world.times.dropFirst().dropLast() == (1...24).map { $0 * Self.frame }[...])
    #expect(world.times.last == 24 * Self.frame && world.regions.last == target)
    #expect(!world.map.isAnimating && world.map.programmaticChangeCount == 1)
  }

  @Test func stepsFallOnTheScreensFramesWheneverTheChangeBegan() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion, refresh: 120)
    let frame: Int64 = 8_333_333
    world.main.async(after: 5 * frame + 100) { world.map.setRegion(far, animated: true) }
    world.simulation.run()
    #expect(world.times[0] == 5 * frame + 100)
    #expect(world.times[1] == 6 * frame)
    for time in world.times.dropFirst() { #expect(time % frame == 0) }
    #expect(world.times.last.map { $0 - world.times[0] >= 400_000_000 } == true)
  }

  /// Slowly at the beginning and the end, straight over the flat world, by equal factors.
  @Test func theCourseIsEased() {
    let start = world.map.visibleMapRect
    let startZoom = world.map.zoom
    world.map.setRegion(far, animated: true)
    world.simulation.run()
    let end = world.map.visibleMapRect
    let endZoom = world.map.zoom
    for (rect, time) in zip(world.rects, world.times).dropFirst().dropLast(2) {
      let progress = Double(time) / 400_000_000
      let eased = progress * progress * (3 - 2 * progress)
      let east = (rect.midX - start.midX) / (end.midX - start.midX)
      let south = (rect.midY - start.midY) / (end.midY - start.midY)
      let zoom = (world.map.viewport.zoom(showing: rect) - startZoom) / (endZoom - startZoom)
      #expect(abs(east - eased) < 1e-9)
      #expect(abs(south - eased) < 1e-9)
      #expect(abs(zoom - eased) < 1e-9)
      #expect(abs(rect.aspect / start.aspect - 1) < 1e-12)
    }
  }

  @Test func theShortWayLeadsAcrossTheAntimeridian() {
    let samoa = Coordinate(-13.8, -172)
    let fiji = Coordinate(-17.7, 178)
    let world = RegionWorld(showing: Region(around: fiji, degrees: 4))
    world.map.setCenter(samoa, animated: true)
    world.simulation.run()
    #expect(world.map.centerCoordinate == samoa)
    for region in world.regions {
      #expect(abs(region.center.longitude) > 171.9)
      #expect(region.isValid)
    }
    for rect in world.rects { #expect((0..<MapSize.world.width).contains(rect.midX)) }
  }

  @Test func anAnimationOfNoTimeIsAChangeAtOnce() {
    let world = RegionWorld(showing: RegionWorld.beijingRegion, animationDuration: 0)
    world.map.setRegion(far, animated: true)
    #expect(world.map.centerCoordinate == far.center && world.events == Event.change)
  }

  @Test func framesThatABusyMainThreadLetPassAreLeftOut() {
    world.map.setRegion(far, animated: true)
    world.main.async(after: 100_000_000) { world.main.work(for: 200_000_000) }
    world.simulation.run()
    let frames = world.times.dropFirst().dropLast().map { $0 / Self.frame }
    // The step that was due meanwhile comes late; then the frames continue.
    #expect(frames == [1, 2, 3, 4, 5] + [17] + [18, 19, 20, 21, 22, 23, 24])
    #expect(world.map.centerCoordinate == far.center)
  }

  // MARK: - Interruption

  @Test(arguments: [true, false])
  func aNewRequestEndsAnAnimationWhereItIs(animated: Bool) throws {
    world.map.setRegion(far, animated: true)
    world.simulation.run(until: 10 * Self.frame)
    let between = world.map.visibleMapRect
    let target = Coordinate(-20, 30)
    world.forgetEvents()
    world.map.setCenter(target, animated: animated)
    #expect(world.events.prefix(2) == [.did(animated: true), .will(animated: animated)])
    #expect(world.rects[0] == between && world.rects[1] == between)
    world.simulation.run()
    #expect(world.map.centerCoordinate == target)
    #expect(world.map.visibleMapRect.size.distance(to: between.size) < 1e-6)
    #expect(world.events.last == .did(animated: animated))
    #expect(world.events.count == (animated ? 2 + 24 + 1 : 4))
    #expect(world.map.programmaticChangeCount == 2)
  }

  @Test func aRequestForWhatAnAnimationShowsStopsIt() {
    world.map.setRegion(far, animated: true)
    world.simulation.run(until: 10 * Self.frame)
    let between = world.map.visibleMapRect
    world.forgetEvents()
    world.map.setRegion(world.map.region, animated: false)
    world.simulation.run()
    #expect(world.events == [.did(animated: true)])
    #expect(world.map.visibleMapRect == between && !world.map.isAnimating)
    #expect(world.map.programmaticChangeCount == 1)
  }

  /// The same target over and over begins the slow start over and over.
  @Test func anAnimationThatIsAlwaysRestartedHardlyMoves() {
    let start = world.map.visibleMapRect
    for number: Int64 in 0..<60 {
      world.main.async(after: number * Self.frame + 1_000) {
        world.map.setRegion(far, animated: true)
      }
    }
    world.simulation.run(until: 60 * Self.frame - 1)
    let distance = abs(world.map.visibleMapRect.midX - start.midX)
    let way = abs(MapPoint(far.center).x - start.midX)
    #expect(distance > 0)
    #expect(distance < way / 2, "after a second, of 0.4 that it takes")
    #expect(world.map.isAnimating)
    world.simulation.run()
    #expect(world.map.centerCoordinate == far.center)
    let ends = world.events.count { $0 == .did(animated: true) }
    #expect(ends == 60)
    #expect(world.events.count { $0 == .will(animated: true) } == 60)
  }

  /// In its beginning, in a step or in the last one.
  @Test(arguments: [(0, true), (5, true), (24, true), (5, false)])
  func aRequestOfTheDelegateReplacesTheAnimation(step: Int, isAnimated: Bool) {
    let target = Coordinate(1, 2)
    let replace = { (world: RegionWorld) in
      guard world.stepCount == step else { return }
      world.onWill = nil
      world.map.setCenter(target, animated: isAnimated)
    }
    if step == 0 { world.onWill = replace } else { world.onVisible = replace }
    world.map.setRegion(far, animated: true)
    world.simulation.run()
    let change = isAnimated ? Event.animation() : Event.change
    #expect(world.events == Event.animation(steps: step) + change)
    #expect(world.map.centerCoordinate == target)
  }

  @Test func aRequestAtTheInterruptedEndIsNewerThanTheOneThatInterrupted() {
    let newest = Coordinate(1, 2)
    world.onDid = { world in
      world.onDid = nil
      world.map.setCenter(newest, animated: true)
    }
    world.map.setRegion(far, animated: true)
    world.simulation.run(until: 5 * Self.frame)
    world.map.setCenter(Coordinate(3, 4), animated: true)
    world.simulation.run()
    #expect(world.map.centerCoordinate == newest)
    #expect(world.events.count { $0 == .will(animated: true) } == 2)
    #expect(world.events.count { $0 == .did(animated: true) } == 2)
  }

  /// Whatever is asked for when: each beginning has its end, and the last request is what is shown.
  @Test func everyBeginningHasItsEnd() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      var last = RegionWorld.beijing
      for _ in 0..<20 {
        let coordinate = Coordinate(
          .random(in: -60...60, using: &generator), .random(in: -180...180, using: &generator))
        world.map.setCenter(coordinate, animated: .random(using: &generator))
        last = coordinate
        world.simulation.run(
          until: world.simulation.now + .random(in: 0...500_000_000, using: &generator))
      }
      world.simulation.run()
      #expect(world.map.centerCoordinate == last)
      var open = 0
      for event in world.events {
        switch event {
        case .will: open += 1
        case .visible: #expect(open == 1)
        case .did: open -= 1
        }
        #expect((0...1).contains(open))
      }
      #expect(open == 0)
    }
  }

  @Test func theLayoutPassWaitsForTheAnimationsEnd() throws {
    let world = RegionWorld(showing: RegionWorld.beijingRegion, fitting: .residual(points: 0.024))
    let target = world.map.regionThatFits(far)
    world.map.setRegion(far, animated: true)
    var found: [Region] = []
    world.onDid = { world in world.main.async { found.append(world.map.region) } }
    world.simulation.run()
    #expect(world.regions.last == target)
    #expect(found == [world.map.region])
    #expect(found != [target])
  }

  @Test func anAppThatTheWatchdogEndedAnimatesNoMore() {
    let world = RegionWorld(watchdogLimit: 100_000_000)
    world.map.setRegion(far, animated: true)
    world.main.async(after: 50_000_000) { world.main.work(for: .max) }
    world.simulation.run()
    #expect(world.main.isTerminated)
    #expect(world.map.isAnimating)
  }
}

extension MapSize {
  fileprivate func distance(to other: MapSize) -> Double {
    max(abs(width - other.width), abs(height - other.height))
  }
}

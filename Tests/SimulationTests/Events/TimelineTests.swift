import Platform
import Simulation
import Testing

@Suite struct TimelineTests {
  let simulation = Simulation()
  var main: MainThread { MainThread(simulation: simulation, hangThreshold: 100, watchdogLimit: 50) }

  private func spans() -> [String] {
    (simulation.timeline?.spans ?? []).map { span in
      "\(span.track) \(span.name) \(span.start)-\(span.end.map { "\($0)" } ?? "")"
    }
  }

  @Test func workIsOnTheTrackOfItsThread() {
    simulation.timeline = Timeline()
    let main = main
    let queue = BackgroundQueue(simulation: simulation)
    main.async { main.work(for: 10, named: "update") }
    queue.async(for: 5, named: "clustering") {}
    queue.async(for: 20) {}
    simulation.run()
    #expect(spans() == ["background clustering 0-5", "main update 0-10", "background work 5-25"])
  }

  @Test func withoutATimelineNothingIsNoted() {
    let main = main
    main.async { main.work(for: 10) }
    simulation.run()
    #expect(simulation.timeline == nil)
  }

  /// The watchdog ends the app after 50.
  @Test func workOfAnAppThatIsEndedEndsWithIt() {
    simulation.timeline = Timeline()
    let main = main
    main.async { main.work(for: 80) }
    simulation.run()
    #expect(spans() == ["main work 0-50"])
  }

  @Test func waitingEndsWithItsSignal() {
    simulation.timeline = Timeline()
    let main = main
    let semaphore = Semaphore(value: 0)
    simulation.schedule(after: 7) { semaphore.signal() }
    main.async { _ = main.wait(for: semaphore) }
    simulation.run()
    #expect(spans() == ["main wait 0-7"])
  }

  @Test func ofTooManySpansTheFirstStay() {
    var timeline = Timeline()
    for time in 0..<Timeline.maxSpans + 3 {
      if let span = timeline.begin(.main, "work", at: Int64(time)) {
        timeline.end(span, at: Int64(time))
      }
    }
    #expect(timeline.spans.count == Timeline.maxSpans && timeline.leftOut == 3)
    #expect(timeline.spans.last?.start == Int64(Timeline.maxSpans - 1))
  }
}

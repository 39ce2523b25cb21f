import ScenarioModel
import Simulation
import Support

/// Tasks of the main thread that each post the next one: the minimum work of an update.
final class TaskChain {
  private let simulation = Simulation()
  private let main: MainThread
  private let limit: Int
  private(set) var count = 0

  init(limit: Int) {
    main = MainThread(simulation: simulation, hangThreshold: 250_000_000, watchdogLimit: .max)
    self.limit = limit
  }

  /// - Returns: the processor time in nanoseconds.
  func run() -> Int64 {
    let start = ProcessorTime.thread()
    postNext()
    simulation.run()
    return ProcessorTime.thread() - start
  }

  private func postNext() {
    guard count < limit else { return }
    main.async {
      self.count += 1
      self.postNext()
    }
  }
}

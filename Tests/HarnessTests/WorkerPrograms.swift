import Harness
import TestSupport

extension BuiltProduct {
  /// A worker with ``CountingFamily`` only.
  static let testWorker = path("TestWorker")
  /// The tool with the map's families and faulty strategies.
  static let faultyStrategies = path("FaultyStrategies")
}

extension WorkerProgram {
  /// The small worker of these tests.
  static let test = WorkerProgram.worker(at: BuiltProduct.testWorker)
  /// A program that cannot be started: a run with it writes its plan and no more.
  static let missing = WorkerProgram.worker(at: "/nowhere/worker")

  /// Commands of a shell.
  static func script(_ commands: String) -> WorkerProgram {
    // A shell complains where the working folder, which other tests change, is gone.
    WorkerProgram(executable: "/usr/bin/env", arguments: ["-C", "/", "sh", "-c", commands, "sh"])
  }
}

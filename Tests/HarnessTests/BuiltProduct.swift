import Foundation
import Harness

/// The programs that are built beside the tests.
enum BuiltProduct {
  /// A worker with ``CountingFamily`` only.
  static let testWorker = path("TestWorker")
  /// The tool with the map's families and faulty strategies.
  static let faultyStrategies = path("FaultyStrategies")

  // The package manager puts the products of one build beside each other: beside the test
  // executable on Linux, beside the test bundle on Apple platforms.
  private static func path(_ name: String) -> String {
    let bundles = Bundle.allBundles + [.main]
    let tests = bundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent(name).path
  }
}

extension WorkerProgram {
  /// The small worker of these tests.
  static let test = WorkerProgram.worker(at: BuiltProduct.testWorker)

  /// A program that cannot be started: a run with it writes its plan and no more.
  static let missing = WorkerProgram.worker(at: "/nowhere/worker")

  /// Commands of a shell.
  static func script(_ commands: String) -> WorkerProgram {
    WorkerProgram(executable: "/bin/sh", arguments: ["-c", commands, "sh"])
  }
}

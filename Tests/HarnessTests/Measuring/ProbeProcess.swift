import Foundation
import Harness
import ScenarioModel
import TestSupport

/// Runs the allocation probe, a process in which nothing else allocates, and decodes its output.
enum ProbeProcess {
  struct Failure: Error {
    let output: String
  }

  static func measurements(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> [AllocationMeasurement] {
    try decoded(AllocationMeasurement.self, from: output(arguments, environment: environment))
  }

  static func measurement(_ arguments: [String]) throws -> AllocationMeasurement {
    let measurements = try measurements(arguments)
    guard measurements.count == 1 else {
      throw Failure(output: "\(measurements.count) measurements")
    }
    return measurements[0]
  }

  static func residentMemory(_ arguments: [String]) throws -> [ResidentMemory] {
    try decoded(ResidentMemory.self, from: output(arguments))
  }

  static func output(_ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    process.currentDirectoryURL = .stable
    process.executableURL = URL(fileURLWithPath: BuiltProduct.path("AllocationProbe"))
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let output = String(decoding: data, as: UTF8.self)
    guard process.terminationStatus == 0 else { throw Failure(output: output) }
    return output
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type, from output: String
  ) throws -> [Value] {
    do {
      return try output.split(separator: "\n").map {
        try JSONDecoder().decode(type, from: Data($0.utf8))
      }
    } catch {
      throw Failure(output: output)
    }
  }
}

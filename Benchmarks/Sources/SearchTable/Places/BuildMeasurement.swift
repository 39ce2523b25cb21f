import BenchmarkTables
import Foundation
import ScenarioModel
import Support

/// The cost of building an index of places, and its size.
struct BuildMeasurement {
  let repetitions: Int?

  func section(_ worlds: [World]) throws -> Section {
    var table = MarkdownTable(columns: [
      .init("places"), .init("repetitions"), .init("build, wall"), .init("build, CPU"),
      .init("file, bytes a place"), .init("words of the scan, CPU"),
    ])
    var checks: [Check] = []
    for world in worlds {
      StandardError.write("build \(world.name)\n")
      var (wall, processor, scan): ([Double], [Double], [Double]) = ([], [], [])
      var sizes: [Int] = []
      for _ in 0..<world.repetitions(asked: repetitions) {
        let start = MonotonicClock.now()
        processor.append(Double(try CallTimes.nanoseconds { try world.buildIndex() }))
        wall.append(Double(MonotonicClock.now() - start))
        sizes.append(try fileSize(world.indexPath))
        scan.append(Double(CallTimes.nanoseconds { _ = LinearScan(world.places) }))
      }
      table.rows.append([
        "\(world.count)", "\(wall.count)", try Spread(wall).durations,
        try Spread(processor).durations,
        NumberText.threeDigits(Double(sizes[0]) / Double(world.count)),
        try Spread(scan).durations,
      ])
      checks.append(
        Check(
          "every build makes a file of the same size", subject: world.name,
          hasPassed: Set(sizes).count == 1, finding: "\(sizes[0]) bytes"))
    }
    return Section(
      title: "Building the place index",
      notes: ["words of the scan: what the linear scan over all places prepares"],
      table: table, checks: checks)
  }

  private func fileSize(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.intValue ?? 0
  }
}

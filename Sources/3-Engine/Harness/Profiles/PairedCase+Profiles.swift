import Foundation
import ScenarioModel
import Support

/// The reason why there is no profile of a case. A report prints its `description` after "not
/// available: ".
package struct ProfileUnavailable: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

extension PairedCase {
  /// Profiles the instructions of building and replaying the case, under callgrind.
  ///
  /// - Parameters:
  ///   - file: the file in which callgrind's output is kept.
  ///   - seconds: the maximum time.
  /// - Throws: ``ProfileUnavailable``; ``HarnessError`` for a fault of the tool or its environment;
  ///   `CancellationError`.
  package func instructions(
    of revision: Revision, limits: WorkerLimits, to file: String, within seconds: Double
  ) async throws -> CallgrindProfile {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let count = try await InstructionRunner(program: self[revision].program, limits: limits)
      .countByCallgrind(
        prepare(revision, in: workspace), in: workspace, options: Callgrind.profileOptions,
        seconds: seconds)
    if case .notAvailable(let reason) = count { throw ProfileUnavailable(reason) }
    if case .broken(let status) = count { throw ProfileUnavailable("under callgrind: \(status)") }
    let output = workspace.path + "/callgrind.out"
    try AtomicFile.copy(output, to: file)
    var profile = try CallgrindProfile(parsing: String(contentsOfFile: output, encoding: .utf8))
    profile.frames = try await SourceFrame.frames(
      at: Set(profile.functions.flatMap(\.instructions.keys)), in: self[revision].program.executable
    )
    return profile
  }

  /// Profiles the allocations of the case by jemalloc, each with the stack of its calls.
  ///
  /// - Parameters:
  ///   - interval: `nil` for a profile of all allocations. A power of 2 for the profile in which the
  ///     replay has the most live memory, of those taken whenever so many bytes were allocated.
  ///   - file: the file in which the profile is kept.
  ///   - seconds: the maximum time.
  /// - Throws: as ``instructions(of:limits:to:within:)``.
  package func allocations(
    of revision: Revision, peakBy interval: Int?, limits: WorkerLimits, to file: String,
    within seconds: Double
  ) async throws -> HeapProfile {
    let workspace = try Workspace()
    defer { workspace.remove() }
    let folder = try workspace.makeFolder("profiles")
    var (program, limits) = (self[revision].program, limits)
    program.allocatorSettings =
      "prof:true,prof_accum:true,lg_prof_sample:0,prof_final:true,prof_prefix:\(folder)/heap"
      + (interval.map { ",lg_prof_interval:\($0.trailingZeroBitCount)" } ?? "")
    // Each allocation takes some microseconds more, and a page.
    limits.seconds = min(limits.seconds * 10, seconds)
    limits.memory *= 4
    let outcome = try await InstructionRunner(program: program, limits: limits).converse(
      prepare(revision, in: workspace), in: workspace, with: program, limits: limits)
    if case .broken(let status) = outcome { throw ProfileUnavailable("profiled: \(status)") }
    func profile(_ name: String) throws -> HeapProfile {
      let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
      return try HeapProfile(parsing: text, program: program.executable)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    guard let last = names.first(where: { $0.hasSuffix(".f.heap") }) else {
      throw ProfileUnavailable("expected a profile of the program's jemalloc, found none")
    }
    var found = (name: last, profile: try profile(last), bytes: 0)
    let frames = try await SourceFrame.frames(
      at: Set(found.profile.stacks.flatMap(\.addresses)), in: program.executable)
    let replay = Set(frames.filter { $1.contains { $0.isCountedPart } }.keys)
    for name in names where interval != nil && name != last {
      let profile = try profile(name)
      let bytes = profile.stacks.filter { !replay.isDisjoint(with: $0.addresses) }
        .reduce(0) { $0 + $1.live.total }
      if bytes > found.bytes { found = (name, profile, bytes) }
    }
    try AtomicFile.copy(folder + "/" + found.name, to: file)
    found.profile.frames = frames
    return found.profile
  }
}

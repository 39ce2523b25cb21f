import Foundation
import ScenarioModel
import Support
import Synchronization

/// The outcomes of a program's jobs that were computed before, by their content: the same program
/// with the same libraries computes the same numbers for the same scenario, data and seed.
///
/// Only outcomes of jobs that completed are kept. For a scenario that names a file, only numbers
/// are kept: its pictures, recordings and texts may show where a user's pins are.
package final class KeptEvaluations: Sendable {
  package typealias Job = EvaluationPool.Job
  package typealias Outcome = EvaluationPool.Outcome

  private let program: WorkerProgram
  private let limits: WorkerLimits
  private let folder: KeptFolder
  private let identity: ProgramIdentity
  private let files = FileDigests()
  /// The outcomes read before the jobs run; `nil` for one that was not there then.
  private let read = Mutex<[SHA256Digest: KeptOutcome?]>([:])

  /// Reads the program, and starts it where it is another one than this.
  ///
  /// - Parameter limits: the limits of the jobs: under other limits, an outcome may differ.
  /// - Returns: `nil` where it cannot be known which numbers are the program's.
  package init?(program: WorkerProgram, folder: KeptFolder, limits: WorkerLimits) async {
    guard let identity = await ProgramIdentity(of: program, files: files) else { return nil }
    folder.removeOldest()
    self.identity = identity
    self.program = program
    self.limits = limits
    self.folder = folder
  }

  /// Reads the kept outcomes of some jobs. From now on only these answer the jobs, whatever happens
  /// to the folder: code that runs later cannot change them.
  package func read(_ jobs: [Job]) {
    for key in jobs.compactMap({ key(of: $0) }) {
      let entry = entry(of: key)
      read.withLock { $0[key] = .some(entry) }
    }
  }

  /// Returns the outcome of a job, and writes its pictures into the job's folder; `nil` if it is not
  /// kept.
  package func outcome(of job: Job) -> Outcome? {
    guard let entry = key(of: job).flatMap({ entry(of: $0) }) else { return nil }
    if case .inspect(_, let pictures?) = job.work {
      for (name, content) in entry.files {
        guard RunFolder.isPlainName(name),
          (try? content.write(to: URL(fileURLWithPath: pictures + "/" + name))) != nil
        else { return nil }
      }
    }
    return entry.outcome
  }

  /// Keeps the outcome of a job, with the pictures in the job's folder.
  package func keep(_ outcome: Outcome, of job: Job) {
    guard let entry = KeptOutcome(outcome, of: job) else { return }
    keep(entry, for: key(of: job))
  }

  // MARK: - Entries

  private func entry(of key: SHA256Digest) -> KeptOutcome? {
    if let known = read.withLock({ $0[key] }) { return known }
    return folder.content(of: key).flatMap {
      try? JSONDecoder.results.decode(KeptOutcome.self, from: Data($0))
    }
  }

  private func keep(_ entry: KeptOutcome, for key: SHA256Digest?) {
    guard let key, let content = try? JSONEncoder.results.encode(entry) else { return }
    read.withLock { if $0[key] != nil { $0[key] = entry } }
    folder.keep(Array(content), for: key)
  }

  /// The hash of all that decides about a job's outcome; `nil` if a file of it cannot be read or has
  /// changed, or if nothing of the job may be kept.
  package func key(of job: Job) -> SHA256Digest? {
    // The file may be another one by now.
    guard files.digest(of: program.executable) != nil else { return nil }
    let scenario = job.scenario
    var fields = [
      "2", identity.digest.hexadecimal, "\(limits.seconds)", "\(limits.memory)",
      scenario.text, EnvironmentFingerprint.profile(of: scenario.workload) ?? "",
    ]
    for path in scenario.workload.inputFiles {
      // The suffix may name the format, and changes of a database may be in a file next to it.
      let changes = path + "-wal"
      for path in [path] + (access(changes, F_OK) == 0 ? [changes] : []) {
        guard let content = files.digest(of: path) else { return nil }
        fields += [URL(fileURLWithPath: path).pathExtension, content.hexadecimal]
      }
    }
    let scenarioCase = job.scenarioCase
    fields += [
      "files", scenarioCase.scenario, scenarioCase.variant, "\(scenarioCase.size)",
      scenarioCase.strategy, job.seed.map { "\($0)" } ?? "",
    ]
    switch job.work {
    case .evaluate(let points):
      fields.append("evaluate")
      for point in points {
        fields += [point.seed.map { "\($0)" } ?? "", point.slowness.map { "\($0)" } ?? ""]
        fields += point.values.map { "\($0.key.rawValue)=\($0.value.bitPattern)" }.sorted()
        fields.append("point")
      }
    case .inspect(let isWhole, let pictures):
      if pictures != nil, scenario.isPrivate { return nil }
      fields += ["inspect", "\(isWhole)", "\(pictures != nil)"]
    case .trial: fields.append("trial")
    }
    return SHA256Digest(ofTexts: fields)
  }
}

/// The content of a file of the folder.
private struct KeptOutcome: Codable {
  var outcome: EvaluationPool.Outcome
  var files: [String: Data] = [:]

  /// - Returns: `nil` for an outcome that must not be kept.
  init?(_ outcome: EvaluationPool.Outcome, of job: EvaluationPool.Job) {
    self.outcome = outcome
    let isPrivate = job.scenario.isPrivate
    // The reason of a missing number is a text.
    if isPrivate, outcome.values.contains(where: { $0.value.number == nil }) { return nil }
    switch (outcome, job.work) {
    case (.evaluated, .evaluate): break
    case (.inspected(let found, let text), .inspect(_, let pictures)):
      if isPrivate {
        guard text == nil else { return nil }
        let numbers = Inspection(values: found.values, parameters: found.parameters)
        self.outcome = .inspected(numbers, printed: nil)
        break
      }
      for name in found.files {
        guard let pictures, RunFolder.isPlainName(name),
          let content = try? RegularFile.read(pictures + "/" + name)
        else { return nil }
        files[name] = content
      }
    case (.measured(let found), .trial):
      let times = Set(
        job.scenario.metrics.filter { $0.kind == .measured && $0.unit != .bytes }.map(\.name))
      self.outcome = .measured(found.filter { !times.contains($0.name) })
    default: return nil
    }
  }
}

extension Scenario {
  /// Indicates whether this scenario names a file, such as a user's pins.
  fileprivate var isPrivate: Bool { !workload.inputFiles.isEmpty }
}

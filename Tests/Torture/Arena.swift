import Foundation
import TestSupport

/// The folder of one round, with a scenario in it, and what the round's attack needs.
struct Arena {
  let path: String
  let subject: Subject
  let world: World
  /// The undisturbed run of the same scenario.
  let reference: References.Run
  var random: SeededGenerator
  /// The number of times that the attack met the program while it ran.
  var hits = 0
  private let mark = UUID().uuidString

  init(
    path: String, subject: Subject, references: inout References, random: SeededGenerator
  ) throws(Loss) {
    self.path = path
    self.subject = subject
    self.random = random
    world = World.all.randomElement(using: &self.random) ?? World.all[0]
    reference = try references.run(of: world)
    try world.write(in: path)
  }

  /// A path of always the same length: the names of the folders that the program is given are a
  /// part of what it allocates, and so of what is counted.
  static func path(in folder: String, _ name: String) -> String {
    folder + "/" + String(repeating: "0", count: max(0, 8 - name.count)) + name
  }

  /// The folder of the run.
  var run: RunFolder { RunFolder(path: path + "/" + out) }
  var out: String { "run" }

  /// The command that measures the scenario; it resumes a run that had begun.
  func measuring(into folder: String = "run") -> [String] {
    let begun = RunFolder(path: path + "/" + folder).canResume
    return ["run", World.file, "--out", folder] + (begun ? ["--resume"] : [])
  }

  func start(
    _ arguments: [String], wrapper: String? = nil, output: FileHandle? = nil,
    errors: FileHandle? = nil
  ) throws(Loss) -> RunningSubject {
    try RunningSubject(
      subject, arguments, folder: path, temporaryFolder: path + "/tmp", mark: mark,
      wrapper: wrapper, output: output, errors: errors)
  }

  /// Runs a command that nothing disturbs to its end.
  func finish(_ arguments: [String], codes: Set<Int32> = [0]) throws(Loss) {
    let program = try start(arguments)
    let code = try program.end()
    try require(
      codes.contains(code), .exit,
      "\(arguments.joined(separator: " ")) ended with \(code): \(program.errors.suffix(300))")
  }

  /// Waits for a random part of a time.
  mutating func wait(upTo seconds: Double) {
    usleep(UInt32(Double.random(in: 0...seconds, using: &random) * 1_000_000))
  }

  /// Checks that the program's processes have ended with it, soon.
  func checkNoProcessIsLeft() throws(Loss) {
    let end = Date(timeIntervalSinceNow: 5)
    while true {
      let left = RunningSubject.processes(with: mark)
      if left.isEmpty { return }
      guard Date() < end else {
        for process in left { kill(process, SIGKILL) }
        throw Loss(.processes, "\(left.count) processes outlived the program")
      }
      usleep(5_000)
    }
  }

  /// Checks what a round leaves, after a last command that nothing disturbed.
  func checkNothingIsLeft() throws(Loss) {
    try checkNoProcessIsLeft()
    let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    let partial = files.filter { $0.contains(".partial") && !$0.hasPrefix("tmp/") }
    try require(partial.isEmpty, .files, "left: \(partial.sorted())")
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: path + "/tmp")) ?? []
    try require(
      folders.isEmpty, .litter, "\(folders.count) left in TMPDIR: \(folders.sorted().prefix(3))")
  }
}

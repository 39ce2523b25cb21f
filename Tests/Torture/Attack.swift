import Foundation
import TestSupport

/// The damage that can happen to the program.
enum Attack: String, CaseIterable {
  case coordinatorSignalled = "signal to the coordinator, resumed until done"
  case workerKilled = "worker killed"
  case stopped = "coordinator or worker stopped for a while"
  case diskFull = "disk full, resumed with room"
  case streamBroken = "standard stream closed, full or broken"
  case reportInterrupted = "killed while the report is written"
  case baselineInterrupted = "killed while a baseline is updated"
  case gateInterrupted = "gate interrupted"
  case resultsDamaged = "compare with damaged results"

  func run(in arena: inout Arena) throws(Loss) {
    switch self {
    case .coordinatorSignalled: try arena.signalCoordinator()
    case .workerKilled: try arena.killWorker()
    case .stopped: try arena.stopForAWhile()
    case .diskFull: try arena.fillDisk()
    case .streamBroken: try arena.breakStream()
    case .reportInterrupted: try arena.killWhileReporting()
    case .baselineInterrupted: try arena.killBaselineUpdate()
    case .gateInterrupted: try arena.interruptGate()
    case .resultsDamaged: try arena.damageResults()
    }
  }
}

// MARK: - Signals

extension Arena {
  /// Sends a signal and waits for the end: with a code of the signal, or with 0 where the program
  /// was over before. None of its processes is left.
  private mutating func end(_ program: RunningSubject, by signal: Int32) throws(Loss) {
    if program.send(signal) { hits += 1 }
    let code = try program.end()
    let codes: Set<Int32> = signal == SIGKILL ? [-SIGKILL, 0] : [130, -signal, 0]
    try require(
      codes.contains(code), .exit,
      "signal \(signal) ended the program with \(code): \(program.errors.suffix(200))")
    try checkNoProcessIsLeft()
  }

  /// Continues until the run is done, and compares it.
  private mutating func finishRun() throws(Loss) {
    let journal = run.wholeJournal
    try finish(measuring())
    try run.checkJournal(beginsWith: journal)
    try run.checkJournalIsFinished()
    try run.checkFilesAreWhole()
    try run.check(equals: reference.folder)
  }

  mutating func signalCoordinator() throws(Loss) {
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      let signal = [SIGKILL, SIGKILL, SIGTERM, SIGINT, SIGHUP].randomElement(using: &random)!
      let journal = run.wholeJournal
      let program = try start(measuring())
      wait(upTo: reference.seconds)
      try end(program, by: signal)
      try run.checkJournal(beginsWith: journal)
      try run.checkFilesAreWhole()
    }
    try finishRun()
  }

  /// A worker is killed as the system does it that is out of memory. Its case is broken, no other.
  mutating func killWorker() throws(Loss) {
    let signal = [SIGKILL, SIGSEGV, SIGABRT].randomElement(using: &random)!
    let program = try start(measuring())
    wait(upTo: reference.seconds * 0.8)
    while program.isRunning, hits == 0 {
      for worker in program.workers where kill(worker, signal) == 0 {
        hits += 1
        break
      }
    }
    let code = try program.end()
    // A worker that had answered already is not missed.
    try require(
      code == 3 || code == 0, .exit,
      "with a worker ended by \(signal) the run ended with \(code): \(program.errors.suffix(200))")
    try checkNoProcessIsLeft()
    if code == 3 {
      let broken = run.brokenStrategies
      try require(
        broken.count == 1, .numbers,
        "one worker was killed, and broken are: \(broken.sorted())")
      for strategy in ["all-pins", world.other] where !broken.contains(strategy) {
        try require(
          run.exactRows(of: strategy) == reference.folder.exactRows(of: strategy), .numbers,
          "the numbers of \(strategy) are others, though its workers lived")
      }
      try finish(measuring() + ["--retry"])
      try run.check(equals: reference.folder)
    } else {
      try finishRun()
    }
  }

  mutating func stopForAWhile() throws(Loss) {
    let program = try start(measuring())
    wait(upTo: reference.seconds * 0.8)
    let workers = Bool.random(using: &random) ? program.workers : []
    let stopped = workers.randomElement(using: &random) ?? program.identifier
    if program.isRunning, kill(stopped, SIGSTOP) == 0 {
      hits += 1
      wait(upTo: 0.5)
      kill(stopped, SIGCONT)
    }
    let code = try program.end()
    try require(code == 0, .exit, "ended with \(code): \(program.errors.suffix(200))")
    try finishRun()
  }

  /// The files of a report are whole or absent, whenever the program ends.
  mutating func killWhileReporting() throws(Loss) {
    let program = try start(measuring())
    let folder = run
    while program.isRunning {
      let names = folder.names
      if names.contains(where: { $0.contains("report") || $0.contains(".csv") }) { break }
    }
    wait(upTo: 0.004)
    try end(program, by: SIGKILL)
    try run.checkFilesAreWhole()
    try finishRun()
  }
}

// MARK: - Disks and streams

extension Arena {
  mutating func fillDisk() throws(Loss) {
    let kilobytes = Int.random(in: 0...48, using: &random)
    let code: Int32
    let errors: String
    if let disk = try? TinyDisk(at: path + "/" + out) {
      defer { disk.unmount() }
      try attempt("fill the disk") { try disk.fill(leaving: kilobytes) }
      let program = try start(measuring())
      (code, errors) = (try program.end(), program.errors)
      try checkFullDisk(code, errors)
      try attempt("empty the disk") { try disk.empty() }
      try finishRun()
    } else {
      // Where the signal is ignored, which is inherited, a write beyond the limit is an error.
      let limit = "ulimit -f \(kilobytes); trap '' XFSZ; exec \"$0\" \"$@\""
      let program = try start(measuring(), wrapper: limit)
      (code, errors) = (try program.end(), program.errors)
      try checkFullDisk(code, errors, breakingCases: true)
      // The signal ends workers, whose cases are broken then: they are measured again, or left.
      let retry = run.canResume
      try finish(measuring() + (retry ? ["--retry"] : []), codes: retry ? [0] : [0, 3])
      if run.brokenStrategies.isEmpty { try run.check(equals: reference.folder) }
    }
  }

  private mutating func checkFullDisk(
    _ code: Int32, _ errors: String, breakingCases: Bool = false
  ) throws(Loss) {
    if code == 1 { hits += 1 }
    try require(
      code == 0 || breakingCases && code == 3 || code == 1 && !errors.isEmpty, .exit,
      "with a full disk the run ended with \(code): \(errors.suffix(200))")
    try checkNoProcessIsLeft()
  }

  /// Output that cannot be written is left out, and the run continues.
  mutating func breakStream() throws(Loss) {
    let full = FileHandle(forWritingAtPath: "/dev/full")
    let pipe = Pipe()
    try? pipe.fileHandleForReading.close()
    let broken = pipe.fileHandleForWriting
    // A run whose summary cannot be printed says so; a reader that left its pipe did not want it.
    let streams: [(what: String, closed: [String], output: FileHandle?, errors: FileHandle?, Int32)]
    streams = [
      ("output closed", ["1"], nil, nil, 1), ("errors closed", ["2"], nil, nil, 0),
      ("both closed", ["1", "2"], nil, nil, 1), ("output full", [], full, nil, 1),
      ("errors full", [], nil, full, 0), ("output broken", [], broken, nil, 0),
      ("errors broken", [], nil, broken, 0),
    ]
    let (what, closed, output, errors, expected) = streams[
      Int.random(in: streams.indices, using: &random)]
    let program = try start(
      measuring(), wrapper: closed.isEmpty ? nil : Self.closing(closed), output: output,
      errors: errors)
    hits += 1
    let code = try program.end()
    try require(code == expected, .streams, "\(what): ended with \(code)")
    try checkNoProcessIsLeft()
    try finishRun()
  }

  private static func closing(_ streams: [String]) -> String {
    "exec \"$0\" \"$@\" " + streams.map { "\($0)>&-" }.joined(separator: " ")
  }
}

// MARK: - Commands that compare

extension Arena {
  mutating func killBaselineUpdate() throws(Loss) {
    let update = ["baseline", "update", "baseline.json", World.file, "--quiet"]
    try finish(update)
    let file = path + "/baseline.json"
    for _ in 0..<3 {
      let program = try start(update)
      wait(upTo: reference.seconds)
      try end(program, by: SIGKILL)
      let data = FileManager.default.contents(atPath: file) ?? Data()
      try require(
        (try? JSONSerialization.jsonObject(with: data)) != nil, .files,
        "the baseline is half written")
    }
    try finish(update)
    try finish(["baseline", "check", "baseline.json", World.file, "--quiet", "--out", "check"])
  }

  /// An interrupted gate says nothing, and leaves nothing that another one stumbles over.
  mutating func interruptGate() throws(Loss) {
    let gate = [
      "gate", "--base-binary", subject.path, World.file, "--exact-only", "--quiet", "--out", "gate",
    ]
    let signal = [SIGKILL, SIGTERM, SIGINT, SIGHUP].randomElement(using: &random)!
    let program = try start(gate)
    wait(upTo: reference.seconds)
    try end(program, by: signal)
    let folder = RunFolder(path: path + "/gate")
    try folder.checkFilesAreWhole()
    try finish(gate)
    try require(
      folder.names == ["gate.html", "gate.json", "gate.md", "junit.xml"], .files,
      "the gate's folder holds \(folder.names)")
  }

  /// Damaged results are refused or compared, and never a pass where they cannot be read.
  mutating func damageResults() throws(Loss) {
    try attempt("copy a run") {
      try FileManager.default.copyItem(atPath: reference.folder.path, toPath: path + "/" + out)
    }
    let file = path + "/" + out + "/data/results.json"
    guard let whole = FileManager.default.contents(atPath: file) else {
      throw Loss(.attack, "the undisturbed run has no results")
    }
    for _ in 0..<10 {
      var damaged = whole
      let place = Int.random(in: 0..<damaged.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: damaged.removeSubrange(place...)
      case 1: damaged[place] = .random(in: 0...255, using: &random)
      case 2: damaged.removeSubrange(place..<min(damaged.count, place + 200))
      default: damaged.insert(contentsOf: damaged.prefix(place).suffix(100), at: place)
      }
      try attempt("damage the results") { try damaged.write(to: URL(fileURLWithPath: file)) }
      hits += 1
      let isReadable = (try? JSONSerialization.jsonObject(with: damaged)) != nil
      let sides = [reference.folder.path, out]
      let program = try start(
        ["compare"] + (Bool.random(using: &random) ? sides : sides.reversed()) + ["--quiet"])
      let code = try program.end()
      try require(
        (isReadable ? [0, 1, 2, 3, 5] : [1, 5]).contains(code), .exit,
        "a comparison of damaged results ended with \(code): \(program.errors.suffix(200))")
    }
    try attempt("put the results back") { try whole.write(to: URL(fileURLWithPath: file)) }
    try finish(["compare", reference.folder.path, out, "--quiet"])
  }
}

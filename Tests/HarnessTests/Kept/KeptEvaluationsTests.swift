import Foundation
import Harness
import ScenarioModel
import Simulation
import Support
import TestSupport
import Testing

/// Only answers to the same question are reused, and they reveal nothing about a user's files.
@Suite(.blocking) struct KeptEvaluationsTests {
  private let temporary: TemporaryFolder
  private let folder: KeptFolder

  init() throws {
    temporary = try TemporaryFolder()
    folder = KeptFolder(path: temporary.file("cache"))
    try temporary.makeFolder("pictures")
  }

  private var pictures: String { temporary.file("pictures") }

  private func kept(
    limits: WorkerLimits = .ofTests(), program: WorkerProgram = .test
  ) async throws -> KeptEvaluations {
    try #require(await KeptEvaluations(program: program, folder: folder, limits: limits))
  }

  private func job(
    _ work: EvaluationPool.Work = .inspect(isWhole: true, pictures: nil), seed: UInt64? = nil,
    strategy: String = "plain", of small: SmallScenario = SmallScenario()
  ) throws -> EvaluationPool.Job {
    try small.job(strategy, seed: seed, work)
  }

  private let values = [
    NamedValue("items-counted", .number(0.1 + 0.2)), NamedValue("item-sum", .number(-0.0)),
    NamedValue("modelled-time", .number(1e-300)), NamedValue("allocations", .number(12)),
    NamedValue("peak-live-bytes", .number(1_048_576)),
  ]

  private func inspection(_ outcome: EvaluationPool.Outcome?) -> Inspection? {
    guard case .inspected(let inspection, nil)? = outcome else { return nil }
    return inspection
  }

  private struct WrittenEvaluation: Encodable {
    let values: [NamedValue]
    let replayParameters: [String]
    var costParameters: [String] = []
  }

  /// To the bit, with its pictures.
  @Test func theAnswerIsWhatWasKept() async throws {
    let first = try await kept()
    let whole = Inspection(
      values: values + [NamedValue("items-seen", .notAvailable(reason: "none was seen"))],
      pictures: [.init(file: "a.png", frame: 3, caption: "A picture")], recording: "a.json",
      transcripts: [Transcript(title: "Part", entries: [.init(time: 1, text: "begins")])])
    let job = try job(.inspect(isWhole: true, pictures: pictures))
    for name in whole.files {
      try temporary.write(Data(name.utf8) + [0, 255], to: "pictures/\(name)")
    }
    #expect(first.outcome(of: job) == nil)
    first.keep(.inspected(whole, printed: nil), of: job)
    for name in whole.files { try temporary.remove("pictures/\(name)") }
    // Another process, which starts later.
    let second = try await kept()
    #expect(inspection(second.outcome(of: job)) == whole)
    for name in whole.files {
      #expect(try temporary.data("pictures/\(name)") == Data(name.utf8) + [0, 255])
    }
    let point = try self.job(.evaluate([.nominal, ParameterPoint([:], seed: 3)]))
    let evaluation = try JSONDecoder.results.decode(
      Evaluation.self,
      from: JSONEncoder.results.encode(WrittenEvaluation(values: values, replayParameters: [])))
    first.keep(.evaluated([evaluation, evaluation]), of: point)
    let found = second.outcome(of: point)
    guard case .evaluated([evaluation, evaluation])? = found else { throw OtherCase(found) }
  }

  /// A trial's times are of one moment.
  @Test func timesAndFaultsAreNotKept() async throws {
    let kept = try await kept()
    let trial = try job(.trial)
    kept.keep(.broken(.timedOut(seconds: 1)), of: trial)
    #expect(kept.outcome(of: trial) == nil)
    // An outcome of another work is no outcome.
    kept.keep(.inspected(Inspection(values: values), printed: nil), of: trial)
    #expect(kept.outcome(of: trial) == nil)
    let times = ["build-time", "frame-time-p50"].map { NamedValue($0, .number(5)) }
    kept.keep(.measured(times + values), of: trial)
    let found = kept.outcome(of: trial)
    guard case .measured(values)? = found else { throw OtherCase(found) }
  }

  @Test func anotherQuestionHasAnotherAnswer() async throws {
    try temporary.write("1\n2\n", to: "items.txt")
    let profiled = SmallScenario(body: "profile: iphone-simulator")
    let data = SmallScenario(items: "{ file: \(temporary.file("items.txt")) }")
    let point = ParameterPoint([.watchdog: 0.001])
    let jobs = try [
      job(), job(seed: 1), job(seed: 2), job(strategy: "empty"), job(.trial),
      job(.inspect(isWhole: false, pictures: nil)),
      job(.inspect(isWhole: true, pictures: pictures)),
      job(.evaluate([.nominal])), job(.evaluate([])), job(.evaluate([.nominal, .nominal])),
      job(.evaluate([ParameterPoint(seed: 1)])), job(.evaluate([point])),
      job(.evaluate([point, .nominal])), job(.evaluate([.nominal, point])),
      job(of: SmallScenario(name: "other")), job(of: SmallScenario(frames: 13)), job(of: profiled),
      job(of: data), job(of: SmallScenario(sizes: [31])),
    ]
    let first = try await kept()
    let keys = jobs.compactMap(first.key)
    #expect(Set(keys).count == jobs.count)
    let others = [
      try await kept(limits: .ofTests(memory: 1 << 29)),
      try await kept(program: .script("exec '\(BuiltProduct.testWorker)' worker \"$@\"")),
    ]
    for other in others { #expect(other.key(of: jobs[0]).map(keys.contains) == false) }
    // Other data, in a file of the same name and size; the old one again is known again.
    try temporary.write("1\n3\n", to: "items.txt")
    #expect(first.key(of: try job(of: data)) == nil)
    #expect(try await kept().key(of: try job(of: data)).map(keys.contains) == false)
    try temporary.write("1\n2\n", to: "items.txt")
    #expect(try await kept().key(of: try job(of: data)) == keys[17])
  }

  /// The folder reveals nothing about a scenario's file.
  @Test func ofDataNothingButNumbersIsKept() async throws {
    let secrets = ["52.5163", "Corner Cafe", "items-of-berlin", temporary.path]
    try temporary.write("52.5163\n", to: "items-of-berlin.txt")
    let data = SmallScenario(items: "{ file: \(temporary.file("items-of-berlin.txt")) }")
    let kept = try await kept()
    let telling = Inspection(
      values: values, pictures: [.init(file: "a.png", frame: 0, caption: "Corner Cafe")],
      transcripts: [
        Transcript(title: "Corner Cafe", entries: [.init(time: 0, text: "at 52.5163")])
      ], outcomes: [SettingOutcome(setting: "Corner Cafe", faults: [])], parameters: ["a"])
    try temporary.write("52.5163 Corner Cafe", to: "pictures/a.png")
    let without = try job(of: data)
    let with = try job(.inspect(isWhole: true, pictures: pictures), of: data)
    for job in [without, with] { kept.keep(.inspected(telling, printed: nil), of: job) }
    #expect(kept.outcome(of: with) == nil)
    #expect(
      inspection(kept.outcome(of: without)) == Inspection(values: values, parameters: ["a"]))
    // A reason and what was printed are texts.
    let reason = NamedValue("items-seen", .notAvailable(reason: "at 52.5163"))
    let trial = try job(.trial, of: data)
    kept.keep(.measured(values + [reason]), of: trial)
    #expect(kept.outcome(of: trial) == nil)
    kept.keep(.measured(values), of: trial)
    let other = try job(.inspect(isWhole: false, pictures: nil), of: data)
    kept.keep(.inspected(Inspection(values: values), printed: "Corner Cafe"), of: other)
    #expect(kept.outcome(of: other) == nil)
    let files = try temporary.files("cache").filter { $0 != ".lock" }
    #expect(files.count == 2)
    for file in files {
      let bytes = try temporary.data("cache/" + file)
      let content = try #require(Gzip.decompressed(Array(bytes.dropFirst(32)), limit: 1 << 20))
      for text in [file, String(decoding: content, as: UTF8.self)] {
        for secret in secrets { #expect(!text.contains(secret), "\(secret) in \(text)") }
      }
    }
  }

  /// Code that runs after the reading, such as a head's, changes no answer.
  @Test func whatWasReadBeforeIsBelievedAlone() async throws {
    let (gate, head) = (try await kept(), try await kept())
    let jobs = try [job(), job(seed: 1)]
    let (right, wrong) = (Inspection(values: values), Inspection(values: []))
    gate.keep(.inspected(right, printed: nil), of: jobs[0])
    gate.read(jobs)
    for job in jobs { head.keep(.inspected(wrong, printed: nil), of: job) }
    #expect(inspection(gate.outcome(of: jobs[0])) == right)
    #expect(gate.outcome(of: jobs[1]) == nil)
    gate.keep(.inspected(right, printed: nil), of: jobs[1])
    #expect(inspection(gate.outcome(of: jobs[1])) == right)
  }

  /// The libraries of a program that cannot be started are unknown.
  @Test func withoutAProgramNothingIsKept() async {
    #expect(await KeptEvaluations(program: .missing, folder: folder, limits: .ofTests()) == nil)
  }
}

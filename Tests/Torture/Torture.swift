import ArgumentParser
import Foundation
import Support
import TestSupport

/// Hurts the program in rounds, and looks at what is left: no round may lose anything.
///
/// Exit codes: 0 nothing was lost · 1 something was lost · 64 wrong usage.
@main struct Torture: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "torture",
    abstract: "Hurt the program in rounds, and compare what is left with an undisturbed run.",
    discussion: """
      A round is drawn from the seed and its number: which attack, which signal, when.
      The machine's own speed decides where exactly it hits, so that a round that is
      repeated is alike and not the same.
      """)

  @Option(help: "The program to hurt.")
  var program = ".build/release/mappressure"

  @Option(help: "How many rounds.")
  var rounds = 100

  @Option(help: "The seed of all rounds; without it a random one, which is printed.")
  var seed: UInt64?

  @Option(help: "Repeat only this round, and keep its folder.")
  var round: Int?

  @Option(parsing: .upToNextOption, help: "Warn of these kinds of loss, and do not fail.")
  var tolerate: [Loss.Kind] = []

  func run() throws {
    let seed = seed ?? .random(in: 0..<1_000_000)
    let numbers = round.map { [$0] } ?? Array(0..<max(0, rounds))
    say("seed \(seed), \(numbers.count) rounds of \(program)")
    let subject = try Subject(program: program)
    let folder = FileManager.default.temporaryDirectory.path + "/torture-" + UUID().uuidString
    var table = OutcomeTable()
    var references = References(subject: subject, folder: folder)
    for number in numbers {
      let random = SeededGenerator(seed: seed &* 1_000_003 &+ UInt64(number))
      // In turns, so that a few rounds have them all.
      let attack = Attack.allCases[number % Attack.allCases.count]
      let path = Arena.path(in: folder, "\(number)")
      var hits = 0
      do throws(Loss) {
        var arena = try Arena(path: path, subject: subject, references: &references, random: random)
        defer { hits = arena.hits }
        try attack.run(in: &arena)
        try arena.checkNothingIsLeft()
        table.add(attack, hits: arena.hits, loss: nil, isTolerated: false)
        if round == nil { try? FileManager.default.removeItem(atPath: path) }
      } catch {
        let isTolerated = tolerate.contains(error.kind)
        table.add(attack, hits: hits, loss: error, isTolerated: isTolerated)
        say(
          """
          round \(number), \(attack.rawValue): \(isTolerated ? "warning: " : "")\(error)
            its folder: \(path)
            again: torture --program \(program) --seed \(seed) --round \(number)
          """)
      }
    }
    if round == nil, table.isWithoutLoss { try? FileManager.default.removeItem(atPath: folder) }
    say(table.text)
    guard table.isWithoutLoss else { throw ExitCode(1) }
  }

  /// Prints at once, into a pipe as well.
  private func say(_ text: String) {
    try? DescriptorOutput.write(text + "\n", to: STDOUT_FILENO)
  }
}

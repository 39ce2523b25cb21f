import Answers
import Foundation
import Guides
import PinData
import ScenarioModel
import Support

/// The questions of `advise`: each answer is checked as it is typed, and none is lost.
///
/// The questions go to standard error, because the advice may go into a file.
package struct FactQuestions: Sendable {
  /// The facts, and the words behind the program that give them as options.
  package typealias Answers = (facts: AppFacts, arguments: [String])

  private let call: Invocation
  /// The part of a file of pins that is read.
  private let file: PinFileOptions
  /// Returns the next line of the user; `nil` at the end of the input.
  private let nextLine: @Sendable () throws -> String?

  package init(
    _ call: Invocation, file: PinFileOptions = PinFileOptions(),
    nextLine: @escaping @Sendable () throws -> String? = { try FactQuestions.line() }
  ) {
    self.call = call
    self.file = file
    self.nextLine = nextLine
  }

  /// Asks for each fact that was not given; an empty line takes the default.
  ///
  /// - Throws: an error, or `CancellationError`, after the command that continues was printed.
  package func ask(_ facts: AppFacts) throws -> Answers {
    var answers: Answers = (facts, call.arguments.filter { $0 != "--ask" })
    call.errors.writeProse("An empty line accepts the answer in brackets; ? explains the question.")
    for fact in AppFacts.Fact.allCases where facts.assumed.contains(fact) {
      if fact == .annotations, answers.facts.data != nil { continue }
      if fact == .data, !facts.assumed.contains(.annotations) { continue }
      do {
        try ask(fact, &answers)
      } catch is CancellationError {
        call.errors.write("\ninterrupted; \(continuing(answers))\n")
        throw CancellationError()
      }
    }
    call.errors.write("\n")
    return answers
  }

  /// The command that asks for what is not answered.
  private func continuing(_ answers: Answers) -> String {
    "continue with: " + call.command(answers.arguments + ["--ask"])
  }

  /// Asks until there is an answer.
  private func ask(_ fact: AppFacts.Fact, _ answers: inout Answers) throws {
    while true {
      let standard = answers.facts.text(of: fact)
      call.errors.write("\(fact.question) [\(standard)] ")
      guard let line = try nextLine() else {
        throw CommandError(
          "expected an answer to '\(fact.question)', found the end of the input; "
            + continuing(answers))
      }
      let typed = line.trimmingCharacters(in: .whitespaces)
      let text = typed.isEmpty ? standard : typed
      if text == "?" {
        call.errors.writeProse("\(fact.explanation) Expected: \(fact.expectation).")
      } else if let fault = fault(of: text, for: fact) {
        call.errors.writeProse(fault)
      } else if answers.facts.set(fact, to: text) {
        answers.arguments += Self.arguments(fact, answers.facts.text(of: fact))
        return
      } else {
        let names = fact.choices.contains("yes") ? [] : fact.choices
        let hint = NearestName.find(text, among: names).map { "; did you mean '\($0)'?" } ?? "."
        call.errors.writeProse(
          "Expected \(fact.expectation), found '\(PlainText.line(text))'\(hint)"
            + " Type ? for an explanation.")
      }
    }
  }

  /// The reason why a file cannot be used; `nil` for one that can, and for other facts.
  private func fault(of text: String, for fact: AppFacts.Fact) -> String? {
    guard fact == .data, !text.isEmpty else { return nil }
    do {
      let pins = try PinFile.read(path: text, options: file).summary
      call.errors.write("\(PlainText.line(text)): \(pins)\n")
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// A fact as options of a command line; none for a default that no option names.
  private static func arguments(_ fact: AppFacts.Fact, _ text: String) -> [String] {
    let option = "--" + fact.rawValue
    guard fact.choices.contains("yes") else { return text.isEmpty ? [] : [option, text] }
    switch text {
    case "yes": return [option]
    case "no": return ["--no-" + fact.rawValue]
    default: return []
    }
  }

  /// Returns the next line of standard input; `nil` at its end.
  ///
  /// On a terminal it waits in steps, so that an interruption ends it.
  package static func line() throws -> String? {
    var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    while isatty(STDIN_FILENO) == 1, poll(&input, 1, 100) < 1 { try Task.checkCancellation() }
    return readLine()
  }
}

import Foundation
import Harness
import ScenarioModel
import Support

/// One call of the tool: the words of its command line, the streams that it prints to, and what
/// interrupts it.
package struct Invocation: Sendable {
  /// The words: the program as it was called, and its arguments.
  let words: [String]
  /// The stream of results.
  let output: StandardOutput
  /// The stream of progress and messages.
  let errors: StandardError
  let interruption: Interruption
  /// The folder of what was computed before; `nil` where nothing is kept.
  let cache: KeptFolder?
}

extension Invocation {
  /// Creates a call that is run as a value: the cancellation of its task interrupts it, and it keeps
  /// nothing of the user's.
  package init(
    words: [String], output: StandardOutput, errors: StandardError, cache: KeptFolder? = nil
  ) {
    self.init(
      words: words, output: output, errors: errors, interruption: .cancellation, cache: cache)
  }

  /// The call that started this process.
  static var ofProcess: Invocation {
    Invocation(
      words: CommandLine.arguments, output: .ofProcess, errors: .ofProcess, interruption: .signals,
      cache: KeptFolder())
  }

  /// The words behind the program.
  var arguments: [String] { Array(words.dropFirst()) }

  /// The name of the program's file, as people call it: MapPressure itself, or a strategy's own.
  var program: String {
    words.first?.split(separator: "/").last.map(String.init) ?? "mappressure"
  }

  /// A command of the program, quoted for a shell that is in the working folder.
  func command(_ arguments: [String]) -> String { ShellWord.command([path] + arguments) }

  /// The program as it was called, which need not be on the PATH: from the working folder if it is in
  /// it.
  private var path: String {
    guard let word = words.first, word.contains("/") else { return program }
    let folder = FileManager.default.currentDirectoryPath + "/"
    guard word.hasPrefix(folder) else { return word }
    let path = String(word.dropFirst(folder.count))
    return path.contains("/") ? path : "./" + path
  }

  /// The circumstances of this process, and the command line.
  var origin: RunOrigin {
    get async {
      RunOrigin(
        provenance: .current(commit: await GitCommit.current()),
        command: ShellWord.command(arguments), program: program == "mappressure" ? nil : program)
    }
  }
}

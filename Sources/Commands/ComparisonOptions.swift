import ArgumentParser
import Verdicts

/// What commands that compare let one choose.
struct ComparisonOptions: ParsableArguments {
  @Option(name: .customLong("tolerance"), help: ToleranceArgument.help)
  var tolerances: [ToleranceArgument] = []

  @Option(
    help: """
      Where the base was made on another machine or with other tools: refuse (error; another \
      processor alone is a warning), compare what does not depend on that (warn), or compare all \
      (ignore).
      """)
  var hostMismatch: HostMismatchPolicy = .error

  @Flag(help: "Fail (exit code 7) where a metric could not be decided either way.")
  var failOnInconclusive = false

  /// What was chosen, as one would type it.
  var repeatedArguments: [String] {
    var arguments = tolerances.repeatedArguments
    if hostMismatch != .error { arguments += ["--host-mismatch", hostMismatch.rawValue] }
    if failOnInconclusive { arguments.append("--fail-on-inconclusive") }
    return arguments
  }
}

extension HostMismatchPolicy: ExpressibleByArgument {}

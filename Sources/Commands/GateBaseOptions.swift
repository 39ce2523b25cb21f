import ArgumentParser

/// What a gate compares with.
struct GateBaseOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A commit, branch or tag, which is built apart from the working folder.",
      valueName: "reference"))
  var base: String?

  @Option(help: ArgumentHelp("A built program.", valueName: "path"))
  var baseBinary: String?

  @Option(help: ArgumentHelp("A file that 'baseline update' wrote.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "The product of the base's package that is the program, where it has another name.",
      valueName: "product"))
  var baseProduct: String?

  enum Choice {
    case reference(String)
    case program(String)
    case baseline(String)
  }

  var choice: Choice {
    get throws {
      switch (base, baseBinary, baseline) {
      case (let reference?, nil, nil): return .reference(reference)
      case (nil, let path?, nil): return .program(path)
      case (nil, nil, let file?): return .baseline(file)
      default:
        throw ValidationError(
          "expected one of --base REFERENCE, --base-binary PATH and --baseline FILE")
      }
    }
  }

  func validate() throws {
    _ = try choice
    if baseProduct != nil, base == nil {
      throw ValidationError("--base-product goes with --base")
    }
  }

  /// What the user calls the base.
  var name: String { base ?? baseBinary ?? baseline ?? "" }

  /// What was chosen, as one would type it.
  var repeatedArguments: [String] {
    [
      ("--base", base), ("--base-binary", baseBinary), ("--baseline", baseline),
      ("--base-product", baseProduct),
    ]
    .flatMap { name, value in value.map { [name, $0] } ?? [] }
  }
}

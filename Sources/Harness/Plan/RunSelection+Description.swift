extension RunSelection: CustomStringConvertible {
  /// The options that ask for it, as on the command line.
  public var description: String {
    let options = [
      strategies.map { "--strategies \($0.joined(separator: " "))" },
      sizes.map { "--sizes \($0.map(String.init).joined(separator: " "))" },
      trials.map { "--trials \($0)" },
      seed.map { "--seed \($0)" },
    ].compactMap(\.self)
    return options.isEmpty ? "no options" : options.joined(separator: " ")
  }
}

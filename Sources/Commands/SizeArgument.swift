import ArgumentParser

/// A number of pins, or of another load, on the command line; underscores may group its digits.
struct SizeArgument: ExpressibleByArgument {
  let size: Int

  init?(argument: String) {
    guard let size = Int(argument.filter { $0 != "_" }), size >= 1 else { return nil }
    self.size = size
  }
}

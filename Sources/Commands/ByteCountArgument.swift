import ArgumentParser
import Measurement
import ScenarioModel

/// A memory size on the command line: `500MB`, `2GiB`.
struct ByteCountArgument: ExpressibleByArgument {
  let bytes: Int

  init(bytes: Int) {
    self.bytes = bytes
  }

  init?(argument: String) {
    guard let bytes = Quantity.parse(Substring(argument), as: .bytes),
      bytes >= 16_777_216, bytes <= 1e15
    else { return nil }
    self.bytes = Int(bytes)
  }

  var defaultValueDescription: String { "\(bytes / 1_048_576)MiB" }
}

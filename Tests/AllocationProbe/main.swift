import Foundation
import Support

// A process of its own, so that nothing but the case at hand allocates: runs the case that its
// first argument names and prints one line of JSON for each of its measurements.
let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.dropFirst().compactMap { Int($0) }
do {
  guard let name = arguments.first, let probeCase = ProbeCase(rawValue: name) else {
    throw ProbeError.unknownCase
  }
  for line in try probeCase.lines(numbers) {
    try DescriptorOutput.write(line + "\n", to: STDOUT_FILENO)
  }
} catch {
  try? DescriptorOutput.write("unavailable: \(error)\n", to: STDOUT_FILENO)
}

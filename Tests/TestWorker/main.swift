import Foundation
import Harness
import ScenarioModel
import Support

// A worker as the tool starts it, with the harness and one small family only.
signal(SIGPIPE, SIG_IGN)
do {
  guard let limit = CommandLine.arguments.last.flatMap({ Int($0) }) else {
    throw TestWorkerError.noMemoryLimit
  }
  WorkerMemoryLimit.apply(limit)
  var worker = try Worker(families: FamilyRegistry([CountingFamily()]), source: #filePath)
  try worker.run()
} catch {
  try? DescriptorOutput.write("mappressure: \(error)\n", to: STDERR_FILENO)
  exit(1)
}

enum TestWorkerError: Error {
  case noMemoryLimit
}

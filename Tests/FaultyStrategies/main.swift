import Foundation
import MapPressure

// The tool with strategies that misbehave, to see what the harness makes of them. A program of another
// package that starts it says so by an environment variable.
await MapPressureTool(
  families: .standard.with(Family.annotations.adding(FaultyStrategies.entries)),
  source: ProcessInfo.processInfo.environment["SOURCE"] ?? #filePath
).main()

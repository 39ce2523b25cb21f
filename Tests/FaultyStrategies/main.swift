import MapPressure

// The tool with strategies that misbehave, to see what the harness makes of them.
await MapPressureTool(
  families: .standard.with(Family.annotations.adding(FaultyStrategies.entries))
).main()

import Commands
import Scenarios

// The tool with strategies that misbehave, to see what the harness makes of them.
await MapPressureTool(
  families: FamilyRegistry([AnnotationsFamily(adding: FaultyStrategies.entries)])
).main()

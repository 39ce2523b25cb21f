import EventSimulation
import Testing
import UpdateSimulation

@Suite struct ViewGraphTests {
  @Test func changesOfOneTurnShareAnUpdate() {
    let simulation = Simulation()
    let main = MainThread(simulation: simulation, hangThreshold: .max, watchdogLimit: .max)
    let graph = ViewGraph(main: main, updateDuration: 0)
    let (first, second) = (ViewState(0, in: graph), ViewState(0, in: graph))
    main.async {
      first.value = 1
      second.value = 1
      first.value = 2
    }
    simulation.run()
    #expect(graph.updateCount == 1)
  }
}

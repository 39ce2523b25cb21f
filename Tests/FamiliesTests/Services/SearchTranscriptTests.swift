import Clustering
import PinData
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// An inspection has a transcript of the first search.
@Suite struct SearchTranscriptTests {
  private func transcript(
    of strategy: String, _ searches: [TypedSearch], over places: [Place] = .twoCafes
  ) throws -> Transcript {
    let inspection = try FamilyTrial.search(searches, over: places).inspect(strategy)
    #expect(inspection.values.isEmpty && inspection.pictures.isEmpty)
    #expect(inspection.transcripts.count == 1)
    return try #require(inspection.transcripts.first)
  }

  @Test func everyStepOfTheFirstSearch() throws {
    let transcript = try transcript(
      of: "default-request", [.typing("lu", "luna", wanting: 1), .typing("l", at: 30)])
    #expect(transcript.title == "a person looks for Luna Nova in Aachen ★")
    #expect(
      transcript.entries == [
        Transcript.Entry(time: 0, text: "the list is empty"),
        Transcript.Entry(time: 400_000_000, text: "the field reads “lu”"),
        Transcript.Entry(time: 800_000_000, text: "the field reads “luna”"),
        Transcript.Entry(time: 1_800_000_000, text: "presses the search key"),
        Transcript.Entry(time: 1_800_000_000, text: "searches for “luna”"),
        Transcript.Entry(
          time: 1_900_000_000, text: "the list shows Luna, Luna Nova ★ (for “luna”)"),
      ])
  }

  @Test func aTapNamesItsRow() throws {
    let transcript = try transcript(
      of: "shared-completer", [.typing("luna n", wanting: 1, ending: .selectCompletion)])
    #expect(
      transcript.entries.suffix(3).map(\.text) == [
        "taps “Luna Nova”", "searches for “luna n”", "the list shows Luna Nova ★ (for “luna n”)",
      ])
  }

  /// A row that is a query is not the wanted place where none is known.
  @Test func withoutAWishNoRowIsMarked() throws {
    let transcript = try transcript(of: "completions-only", [.typing("gas")], over: [.gasWorks])
    #expect(transcript.title == "the first search")
    #expect(
      transcript.entries.map(\.text).contains(
        "the list shows Gas, Gas station, Gas Works (for “gas”)"))
  }
}

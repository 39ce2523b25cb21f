import Answers
import ArgumentParser
import Foundation
import PinService
import ScenarioModel

/// `mappressure serve`: becomes the server of pins, a program of its own.
struct ServeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a file of pins over HTTP: pages, counts of cells, clusters, vector tiles.",
    usage: "mappressure serve <file or store> [options]",
    discussion: """
      Starts mappressure-server, which 'make server' builds. It is a separate program, because its \
      HTTP library would make every build of this one slower.

        mappressure serve stores.geojson
        mappressure serve stores.geojson --store stores.sqlite --writable
        mappressure serve --store postgres://localhost/pins
        mappressure serve --help

      http://127.0.0.1:8080 shows the pins on a map, /openapi.json describes the requests.
      """)

  @Argument(
    parsing: .captureForPassthrough, help: "The arguments of mappressure-server.",
    completion: .anyFile)
  var arguments: [String] = []

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    guard let program = ServerProcess.program else {
      let first = arguments.first ?? "--help"
      if ["--help", "-h"].contains(first) { throw CleanExit.helpRequest(self) }
      throw ServerProcessError.missing
    }
    let words = [program] + (arguments.isEmpty ? ["--help"] : arguments)
    var pointers = words.map { strdup($0) } + [nil]
    // The server takes this process's place, with its signals and its streams.
    signal(SIGPIPE, SIG_DFL)
    signal(SIGXFSZ, SIG_DFL)
    execv(program, &pointers)
    let reason = String(cString: strerror(errno))
    for pointer in pointers { free(pointer) }
    throw EnvironmentError(path: program, reason: reason)
  }
}

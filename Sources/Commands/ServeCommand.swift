import ArgumentParser
import Foundation
import Harness
import ScenarioModel
import Support
import Verdicts

/// `mappressure serve`: becomes the server of pins, a program of its own.
struct ServeCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve a file of pins over HTTP: pages, counts of cells, clusters, vector tiles.",
    usage: "mappressure serve <file or store> [options]",
    discussion: """
      Starts mappressure-server, which 'make server' builds: a program of its own, because its
      library for HTTP would make every build of this one longer.

        mappressure serve stores.geojson
        mappressure serve stores.geojson --store stores.sqlite --writable
        mappressure serve --store postgres://localhost/pins
        mappressure serve --help

      http://127.0.0.1:8080/openapi.json describes the requests.
      """)

  @Argument(parsing: .captureForPassthrough, help: "The arguments of mappressure-server.")
  var arguments: [String] = []

  func run(with tool: MapPressureTool) throws -> ToolExitCode {
    guard let program = Self.programs.first(where: Self.isProgram) else {
      throw MissingServer()
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

  private static let name = "mappressure-server"

  /// Where the program may be: next to this one, where `make server` puts it, or installed.
  private static var programs: [String] {
    let folder = URL(fileURLWithPath: WorkerProgram.ownPath).resolvingSymlinksInPath()
      .deletingLastPathComponent()
    // .build/<platform>/<configuration>, and the same folder of the server's package.
    let package = folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let built = ["release", "debug"].map {
      package.appendingPathComponent("Server/.build/\($0)/\(name)").path
    }
    let installed = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map {
      "\($0)/\(name)"
    }
    return [folder.appendingPathComponent(name).path] + built + installed
  }

  private static func isProgram(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: path)
  }
}

/// The program of the server is not there.
private struct MissingServer: Error, CustomStringConvertible {
  var description: String {
    "expected the program mappressure-server next to this one or in the folder Server, found none; "
      + "build it with 'make server' in MapPressure's folder, or install it on the PATH"
  }
}

import Foundation
import PackagePlugin

/// `swift package mappressure`: the tool, in the folder of the package that uses it.
@main struct MapPressureCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "mappressure").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      // The tool has printed the reason.
      let code = process.terminationStatus
      Diagnostics.error(
        "mappressure ended with exit code \(code)\(Self.meaning(of: code)); the package manager ends "
          + "with 1 for each code but 0: start the program itself to keep it")
      return
    }
  }

  private static func meaning(of code: Int32) -> String {
    switch code {
    case 2: ": a threshold failed, or something got worse"
    case 3: ": a case crashed, timed out or ran out of memory"
    case 5: ": nothing to compare with"
    case 7: ": inconclusive"
    default: ""
    }
  }
}

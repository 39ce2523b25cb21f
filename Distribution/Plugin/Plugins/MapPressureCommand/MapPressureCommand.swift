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
      Diagnostics.error("mappressure ended with exit code \(process.terminationStatus)")
      return
    }
  }
}

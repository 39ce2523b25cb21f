import SwiftSyntax

extension Rule {
  static let searchWithoutRegion = Rule("search-without-region") { file, _ in
    let completers = file.calls("MKLocalSearchCompleter").prefix(1).filter { _ in
      !file.assignments(in: file.tree).contains { $0.target.lastName == "region" }
    }.map { Match($0, "completes without a region", sureness: .note) }
    return completers
      + file.searchRequests().filter { !$0.properties.contains("region") }.map {
        // A city or an airport is asked for anywhere.
        Match(
          $0.call, "searches without a region",
          sureness: $0.properties.contains("addressFilter") || $0.isOfAddresses ? .note : nil)
      }
  }
}

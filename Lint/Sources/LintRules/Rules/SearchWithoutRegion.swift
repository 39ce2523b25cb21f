import SwiftSyntax

extension Rule {
  static let searchWithoutRegion = Rule("search-without-region") { file, _ in
    file.searchRequests().filter { !$0.properties.contains("region") }.map {
      // A city or an airport is asked for anywhere.
      Match(
        $0.call, "searches without a region",
        sureness: $0.properties.contains("addressFilter") || $0.isOfAddresses ? .note : nil)
    }
  }
}

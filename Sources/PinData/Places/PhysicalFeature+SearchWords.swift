extension PhysicalFeature {
  /// What people type when they look for any feature of the kind, in lower case, the usual word
  /// first. Two to five words; no two kinds, and no category of points of interest, share one.
  public var searchWords: [String] {
    switch self {
    case .bay: ["bay", "cove", "gulf"]
    case .desert: ["desert", "dunes"]
    case .forest: ["forest", "woods"]
    case .island: ["island", "isle", "islands"]
    case .lake: ["lake", "pond", "reservoir"]
    case .mountain: ["mountain", "mount", "peak", "hill", "summit"]
    case .river: ["river", "creek", "stream"]
    case .valley: ["valley", "canyon", "gorge"]
    case .waterfall: ["waterfall", "falls", "cascade"]
    }
  }
}

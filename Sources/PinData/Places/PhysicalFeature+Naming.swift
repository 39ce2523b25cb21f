extension PhysicalFeature {
  /// How many of 100 generated features are of the kind.
  var frequency: Int {
    switch self {
    case .lake: 22
    case .mountain: 18
    case .river: 16
    case .island: 12
    case .bay, .forest: 10
    case .valley: 6
    case .waterfall: 5
    case .desert: 1
    }
  }

  /// What stands before a name, with its space: "Mount Luna".
  var prefixes: [String] {
    switch self {
    case .bay: ["Bay of "]
    case .desert: []
    case .forest: ["Forêt de "]
    case .island: ["Isla ", "Isle of "]
    case .lake: ["Lake ", "Lago "]
    case .mountain: ["Mount ", "Monte ", "Mont "]
    case .river: ["Río "]
    case .valley: ["Vale of "]
    case .waterfall: ["Cascade "]
    }
  }

  /// What stands after a name, with its space where there is one: "Luna Lake".
  var suffixes: [String] {
    switch self {
    case .bay: [" Bay", " Cove"]
    case .desert: [" Desert"]
    case .forest: [" Forest", " Woods"]
    case .island: [" Island"]
    case .lake: [" Lake", " Pond"]
    case .mountain: [" Peak", " Hill", " Mountain"]
    case .river: [" River", " Creek"]
    case .valley: [" Valley"]
    case .waterfall: [" Falls"]
    }
  }
}

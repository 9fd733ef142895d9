extension Shape {
    var isTextEnum: Bool { if case .enumeration(let shape) = self { shape.isText } else { false } }
    var isIntegerEnum: Bool { if case .enumeration(let shape) = self { !shape.isText } else { false } }

    var isText: Bool {
        switch self {
        case .string, .date, .day: true
        default: false
        }
    }

    var isNumber: Bool {
        switch self {
        case .int, .int64, .uint64, .double: true
        default: false
        }
    }

    func isSameScalar(as other: Shape) -> Bool {
        switch (self, other) {
        case (.json, .json), (.string, .string), (.int, .int), (.int64, .int64), (.uint64, .uint64), (.double, .double),
            (.bool, .bool), (.date, .date), (.day, .day), (.unixDate, .unixDate), (.binary, .binary):
            true
        default: false
        }
    }

    /// The more precise one of two shapes for texts, numbers or Booleans; nil if no value has both, as with a text and a number.
    func refined(by other: Shape) -> Refinement? {
        if isSameScalar(as: other) { return .first }
        switch (self, other) {
        case (.enumeration(let shape), .enumeration(let others)):
            guard shape.isText == others.isText else { return nil }
            let common = shape.and(others)
            if common.cases.count == shape.cases.count { return .first }
            if common.cases.count == others.cases.count { return .second }
            return common.cases.isEmpty ? nil : .other(.enumeration(common))
        case (.enumeration(let shape), _):
            return shape.isText ? other.isTextual ? .first : nil : other.isNumeric ? .first : nil
        case (_, .enumeration): return other.refined(by: self)?.reversed
        case (.string, _) where other.isTextual: return .second
        case (_, .string) where isTextual: return .first
        default:
            guard let rank = numericRank, let otherRank = other.numericRank else { return nil }
            return rank >= otherRank ? .first : .second
        }
    }

    enum Refinement {
        case first
        case second
        case other(Shape)

        var reversed: Refinement {
            switch self {
            case .first: .second
            case .second: .first
            case .other: self
            }
        }
    }

    var isTextual: Bool {
        switch self {
        case .binary: true
        default: isText || isTextEnum
        }
    }

    var isNumeric: Bool { numericRank != nil || isIntegerEnum }

    /// The precision of a shape for numbers. A number of two shapes has the one with the higher rank.
    private var numericRank: Int? {
        switch self {
        case .double: 0
        case .int: 1
        case .uint64: 2
        case .int64: 3
        case .unixDate: 4
        default: nil
        }
    }
}

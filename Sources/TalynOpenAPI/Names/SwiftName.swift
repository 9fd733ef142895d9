/// Names in Swift for names in a document.
enum SwiftName {
    static func type(_ text: String) -> String { type(Words(text)) }

    static func type(_ words: Words) -> String {
        let name = words.upperCamel
        if name.isEmpty { return "Value" }
        if name == "Type" { return "Kind" }
        if name == "Protocol" || name == "Self" || name == "Any" { return name + "Value" }
        // In a script without upper case, too: a property or a case would have the name of its type.
        return name.first?.isUppercase == true ? name : "Value" + name
    }

    /// The name of a property, a parameter, a case or a function, without the backticks of a keyword.
    static func member(_ text: String) -> String { member(Words(text)) }

    static func member(_ words: Words) -> String {
        let name = words.lowerCamel
        if name.isEmpty { return "value" }
        if ["self", "init", "deinit", "subscript", "super"].contains(name) { return name + "Value" }
        return name.first?.isLetter == true ? name : "value" + name
    }

    /// The name of an enum's case. An empty text has one, too.
    static func enumCase(_ text: String) -> String {
        if text.isEmpty { return "empty" }
        let name = member(text)
        return reservedCases.contains(name) ? name + "Value" : name
    }

    /// The names that aren't those of a case. `.other` is the case for values that the document doesn't have. Swift reads `.none` and `.some`
    /// as the cases of `Optional` where one is expected.
    private static let reservedCases: Set<String> = ["other", "none", "some", "rawValue", "hashValue", "Type"]

    /// The name that SwiftPM gives the module of a target: characters that no identifier has become `_`.
    static func module(ofTarget name: String) -> String {
        let characters = name.enumerated().map { index, character -> Character in
            let isPart = character.isLetter || character == "_" || character.isNumber && index > 0
            return isPart ? character : "_"
        }
        return String(characters)
    }

    /// The name as it stands in code.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The label of a call for a name as it stands in code. Labels need no backticks, except one.
    static func label(_ escaped: String) -> String { escaped == "`inout`" ? escaped : escaped.filter { $0 != "`" } }

    private static let keywords = """
        as associatedtype await break case catch class continue default defer do else enum extension fallthrough false
        fileprivate for func guard if import in inout internal is let nil operator precedencegroup private protocol
        public repeat rethrows return static struct switch throw throws true try typealias var where while
        """.tokenSet
}

/// The names of one scope, each used once.
struct NameScope {
    private var used: Set<String>
    /// The next number of each name that is used already.
    private var numbers: [String: Int] = [:]

    init(_ reserved: Set<String> = []) {
        used = reserved
    }

    func contains(_ name: String) -> Bool { used.contains(name) }

    mutating func reserve(_ name: String) { used.insert(name) }

    /// The first of the names that isn't used, or else the last with a number.
    mutating func unique(_ candidates: String...) -> String { unique(candidates) }

    mutating func unique(_ candidates: [String]) -> String {
        for name in candidates where used.insert(name).inserted { return name }
        let last = candidates.last ?? "value"
        var number = numbers[last, default: 2]
        while !used.insert("\(last)\(number)").inserted { number += 1 }
        numbers[last] = number + 1
        return "\(last)\(number)"
    }
}

/// Assigns names to the members of one type, so that each is used once.
///
/// A name that needs no change goes to the member that has it in the document.
func uniqueNames(_ wireNames: [String], reserved: Set<String> = [], make: (String) -> String) -> [String] {
    let proposed = wireNames.map(make)
    var scope = NameScope(reserved)
    var result = [String?](repeating: nil, count: wireNames.count)
    for (index, name) in proposed.enumerated() where name == wireNames[index] && !scope.contains(name) {
        result[index] = scope.unique(name)
    }
    for (index, name) in proposed.enumerated() where result[index] == nil { result[index] = scope.unique(name) }
    return result.map { $0 ?? "value" }
}

import Foundation
import Testing

@testable import TalynOpenAPIRuntime

struct RecursiveUnionTests {
    /// Decodes trees of 200 levels, in which the first variant fails at each level after it has decoded all levels below.
    @Test(arguments: [#""y": 1"#, #""z": 1"#]) func failedVariantRepeatsNoLevelBelow(members: String) throws {
        let levels = 200
        let text =
            String(repeating: #"{"left": "#, count: levels) + "null" + String(repeating: ", \(members)}", count: levels)
        let counter = Counter()
        let tree = try decode(text, counter)
        #expect(counter.count <= 4 * levels)
        var depth = 0
        var node: Tree? = tree
        while let current = node {
            depth += 1
            switch current {
            case .first: Issue.record("The first variant has no text.")
            case .second(let second): node = second.left
            case .other(let value): node = value["left"] == .null ? nil : value["left"].map { .other($0) }
            }
            if case .first? = node { break }
        }
        #expect(depth == levels)
    }

    @Test func decodedTreeIsThatOfItsText() throws {
        let text = #"{"left": {"left": {"x": "a"}, "y": 2}, "right": {"left": {"y": 3}, "x": "b"}, "y": 1}"#
        let expected = Tree.second(
            Second(
                left: .second(Second(left: .first(First(x: "a")), y: 2)),
                right: .first(First(left: .second(Second(y: 3)), x: "b")),
                y: 1
            )
        )
        #expect(try decode(text, Counter()) == expected)
        #expect(try JSONDecoder().decode([Tree].self, from: Data("[\(text), \(text)]".utf8)) == [expected, expected])
    }

    @Test func unionsInOnePlaceKeepTheirTypes() throws {
        let text = #"{"left": {"left": {"y": 5}, "y": 3}, "z": 1}"#
        let value = try JSONDecoder().decode(Tree.self, from: Data(text.utf8))
        #expect(value == .other(["left": ["left": ["y": 5], "y": 3], "z": 1]))
    }

    private func decode(_ text: String, _ counter: Counter) throws -> Tree {
        let decoder = JSONDecoder()
        decoder.userInfo[.counter] = counter
        return try decoder.decode(Tree.self, from: Data(text.utf8))
    }
}

/// A recursive union without a discriminator, as it is generated.
private indirect enum Tree: Codable, Equatable {
    case first(First)
    case second(Second)
    case other(JSONValue)

    init(from decoder: any Decoder) throws {
        let value: Self? = try decoder.union(Self.unionForms) { index in
            switch index {
            case 0: .first(try First(from: decoder))
            default: .second(try Second(from: decoder))
            }
        }
        self = try value ?? .other(JSONValue(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {}

    private static let unionForms = UnionForms([
        .object(0, [], ["left", "right", "x", "y", "z"]), .object(1, [], ["left", "right", "y", "z"]),
    ])
}

private struct First: Codable, Equatable {
    var left: Tree?
    var right: Tree?
    var x: String

    init(left: Tree? = nil, right: Tree? = nil, x: String) {
        (self.left, self.right, self.x) = (left, right, x)
    }

    init(from decoder: any Decoder) throws {
        (decoder.userInfo[.counter] as? Counter)?.count += 1
        let c = try decoder.properties()
        left = try c.optional("left")
        right = try c.optional("right")
        x = try c.value("x")
    }
}

private struct Second: Codable, Equatable {
    var left: Tree?
    var right: Tree?
    var y: Int

    init(left: Tree? = nil, right: Tree? = nil, y: Int) {
        (self.left, self.right, self.y) = (left, right, y)
    }

    init(from decoder: any Decoder) throws {
        (decoder.userInfo[.counter] as? Counter)?.count += 1
        let c = try decoder.properties()
        left = try c.optional("left")
        right = try c.optional("right")
        y = try c.value("y")
    }
}

private final class Counter: @unchecked Sendable {  // One decoding is in one thread.
    var count = 0
}

extension CodingUserInfoKey {
    fileprivate static let counter = CodingUserInfoKey(rawValue: "counter")!
}

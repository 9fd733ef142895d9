import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

/// What a parser made of a body.
struct Parsed<Element: Equatable>: Equatable {
    var elements: [Element] = []
    var failure: String?
    /// The greatest number of bytes that it kept of chunks before.
    var mostHeld = 0

    static func == (one: Self, other: Self) -> Bool {
        one.elements == other.elements && one.failure == other.failure
    }

    init<Parser: BodyParser>(_ chunks: [Data], by parser: Parser, _ element: (Parser.Element) -> Element) {
        var parser = parser
        do {
            for chunk in chunks {
                parser.push(chunk)
                while let next = try parser.next() { elements.append(element(next)) }
                // Asking again is fine.
                if try parser.next() != nil { Issue.record("There is an element after all.") }
                mostHeld = max(mostHeld, parser.heldCount)
            }
            if let last = parser.finish() { elements.append(element(last)) }
        } catch {
            failure = error.description
        }
    }
}

extension Data {
    /// All ways to cut this in two, into single bytes and, if it is short, in three.
    var splits: [[Data]] {
        var splits = [map { Data([$0]) }, flatMap { [Data(), Data([$0])] }]
        for first in 0...count {
            splits.append([self[..<first], self[first...]])
            guard count <= 40 else { continue }
            for second in first...count { splits.append([self[..<first], self[first..<second], self[second...]]) }
        }
        return splits
    }

    /// Pieces of any lengths.
    func pieces(using generator: inout some RandomNumberGenerator) -> [Data] {
        var pieces: [Data] = []
        var rest = self
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 0...Swift.max(1, count / 4), using: &generator))
            rest = rest.dropFirst(piece.count)
            pieces.append(piece)
        }
        return pieces
    }

    /// Bytes among which are many that parsers look for.
    static func noise(_ alphabet: [[UInt8]], count: Int, using generator: inout some RandomNumberGenerator) -> Data {
        var noise = Data()
        for _ in 0..<count {
            if Int.random(in: 0..<4, using: &generator) == 0 {
                noise.append(UInt8.random(in: .min ... .max, using: &generator))
            } else {
                noise.append(contentsOf: alphabet.randomElement(using: &generator) ?? [])
            }
        }
        return noise
    }
}

/// Expects that a parser makes the same of a body in whatever pieces it comes, and holds no more than it may.
func expectSameOfAllSplits<Parser: BodyParser, Element: Equatable>(
    _ data: Data,
    limit: Int = 1_000,
    by parser: Parser,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ element: (Parser.Element) -> Element
) {
    let whole = Parsed([data], by: parser, element)
    for split in data.splits {
        let parsed = Parsed(split, by: parser, element)
        #expect(parsed == whole, "\(split.map { Array($0) })", sourceLocation: sourceLocation)
        #expect(parsed.mostHeld <= limit, sourceLocation: sourceLocation)
    }
}

/// Expects the same of random bytes, with a limit that some of them exceed.
func expectSameOfNoise<Parser: BodyParser, Element: Equatable>(
    _ alphabet: [String],
    limit: Int,
    by parser: Parser,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ element: (Parser.Element) -> Element
) {
    let alphabet = alphabet.map { Array($0.utf8) }
    for seed in 0..<400 {
        var generator = SeededGenerator(seed: UInt64(seed))
        let data = Data.noise(alphabet, count: .random(in: 0..<120, using: &generator), using: &generator)
        let whole = Parsed([data], by: parser, element)
        for _ in 0..<6 {
            let parsed = Parsed(data.pieces(using: &generator), by: parser, element)
            #expect(parsed == whole, "seed \(seed)", sourceLocation: sourceLocation)
            #expect(parsed.mostHeld <= limit, sourceLocation: sourceLocation)
        }
    }
}

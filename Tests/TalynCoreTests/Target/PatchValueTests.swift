import Foundation
import Testing

@testable import TalynCore

struct PatchValueTests {
    private struct BookPatch: Codable, Equatable, Sendable {
        var title = PatchValue<String>.keep
        var subtitle = PatchValue<String>.keep
        var tags = PatchValue<[String]>.keep
        var publishedAt = PatchValue<Date>.keep
    }

    private func json(_ value: some Encodable, _ coding: CodingOptions = CodingOptions()) throws -> String {
        String(decoding: try coding.jsonEncoder.encode(value), as: UTF8.self)
    }

    @Test func mapChangesTheValueAlone() {
        #expect(PatchValue.set(1).map { "\($0)" } == .set("1"))
        #expect(PatchValue<Int>.clear.map { "\($0)" } == .clear)
        #expect(PatchValue<Int>.keep.map { "\($0)" } == .keep)
    }

    @Test func keptPropertiesAreLeftOutAndClearedOnesAreNull() throws {
        #expect(try json(BookPatch()) == "{}")
        #expect(try json(BookPatch(title: .set("Kim"), subtitle: .clear)) == #"{"subtitle":null,"title":"Kim"}"#)
        #expect(try json(BookPatch(tags: .set([]))) == #"{"tags":[]}"#)
    }

    @Test func formatsOfTheTargetApplyToTheValue() throws {
        let coding = CodingOptions {
            $0.keys = .snakeCase
            $0.dates = .secondsSince1970
        }
        let patch = BookPatch(publishedAt: .set(Date(timeIntervalSince1970: 60)))
        #expect(try json(patch, coding) == #"{"published_at":60}"#)
        #expect(try coding.jsonDecoder.decode(BookPatch.self, from: coding.jsonEncoder.encode(patch)) == patch)
    }

    @Test func decodingTellsMissingFromNull() throws {
        let patch = try JSONDecoder().decode(BookPatch.self, from: Data(#"{"title": null, "tags": ["a"]}"#.utf8))
        #expect(patch == BookPatch(title: .clear, tags: .set(["a"])))
    }

    @Test func parametersLeaveOutKeptValues() throws {
        let parameters: RequestParameters = [
            "title": PatchValue.set("Kim"), "subtitle": PatchValue<String>.keep, "note": PatchValue<String>.clear,
        ]
        #expect(try json(parameters) == #"{"note":null,"title":"Kim"}"#)
        #expect(try CodingOptions().formText(of: parameters) == "title=Kim")
        #expect(try CodingOptions().formText(of: BookPatch(title: .set("Kim"), subtitle: .clear)) == "title=Kim")
    }

    @Test func keptValueThatIsNoPropertyIsAnError() {
        #expect(throws: EncodingError.self) { try json([PatchValue<Int>.keep]) }
    }

    @Test func optionalSetsOrClears() {
        #expect(PatchValue<Int>(7) == .set(7))
        #expect(PatchValue<Int>(nil) == .clear)
        #expect(PatchValue<Int>.set(7).value == 7)
        #expect(PatchValue<Int>.keep.isKept && !PatchValue<Int>.clear.isKept)
    }
}

import Foundation
import TalynOpenAPIRuntime
import Testing

/// The elements of an array with a type for each place, as generated sources read and write them.
struct ElementTests {
    private struct Place: Codable, Equatable {
        var name: String
        var level: Int?
        var note: String?
        var further: [Double] = []

        init(_ name: String, _ level: Int? = nil, _ note: String? = nil, _ further: [Double] = []) {
            self.name = name
            self.level = level
            self.note = note
            self.further = further
        }

        init(from decoder: any Decoder) throws {
            var c = try decoder.elements()
            name = try c.value()
            level = try c.optional()
            note = try c.optional()
            further = try c.further()
        }

        func encode(to encoder: any Encoder) throws {
            var c = encoder.elements()
            try c.set(name)
            try c.set(ifPresent: level)
            try c.set(ifPresent: note)
            try c.set(further: further)
        }
    }

    @Test(
        arguments: [
            (#"["a"]"#, Place("a")), (#"["a",1]"#, Place("a", 1)), (#"["a",null,"b"]"#, Place("a", nil, "b")),
            (#"["a",1,"b",2,3.5]"#, Place("a", 1, "b", [2, 3.5])), (#"["a",null,null,2]"#, Place("a", nil, nil, [2])),
        ] as [(String, Place)]
    )
    private func elementKeepsItsPlace(_ text: String, _ place: Place) throws {
        #expect(try JSONDecoder().decode(Place.self, from: Data(text.utf8)) == place)
        #expect(String(decoding: try JSONEncoder().encode(place), as: UTF8.self) == text)
    }

    @Test(arguments: ["[]", "[1]", #"["a", "b"]"#, #"{"name": "a"}"#, #"["a", 1, "b", "c"]"#])
    func arrayWithoutItsElementsFails(_ text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Place.self, from: Data(text.utf8)) }
    }
}

import HTTPTypes
import Testing

@testable import TalynCore

struct HeaderNameTests {
    @Test func fieldsAreSetAndReadByALiteral() {
        var fields: HTTPFields = [.named("X-Api-Version"): "2"]
        #expect(fields["x-api-version"] == "2")
        fields["X-Trace"] = "a"
        fields["X-Api-Version"] = nil
        #expect(fields.map(\.name.rawName) == ["X-Trace"])
        #expect(fields["X-Other"] == nil)
    }

    @Test func invalidNameStopsTheProgram() async {
        await #expect(processExitsWith: .failure) { _ = HTTPField.Name.named("X Api") }
        await #expect(processExitsWith: .failure) {
            var fields = HTTPFields()
            fields[""] = "a"
        }
    }
}

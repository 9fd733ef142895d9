import Testing

@testable import TalynCore

struct RequestErrorTests {
    /// Foundation's requests can have such names. Those of HTTPTypes can't.
    @Test(arguments: ["", "X Y", "X:Y", "X\r\nY", "Ü"])
    func invalidHeaderNameIsNamed(_ name: String) {
        let error = #expect(throws: RequestError.self) {
            try RequestError.check(method: nil, headerFields: [name: "1"])
        }
        #expect(error == .invalidHeaderName(name))
        #expect(error.map { TalynError($0) }?.description.contains("\r") == false)
    }
}

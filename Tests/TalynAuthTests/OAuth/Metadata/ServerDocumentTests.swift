import Foundation
import Testing

@testable import TalynAuth

struct ServerDocumentTests {
    /// A dead refresh token must end the session, also if the server's text isn't valid JSON.
    @Test(arguments: ["line 1\nline 2", #"\ud83d"#, #"\x"#, "tab\there"])
    func textThatIsInvalidAffectsNoOtherMember(text: String) throws {
        let json = Data(#"{"error":"invalid_grant","error_description":"\#(text)","interval":5}"#.utf8)
        let document = try #require(ServerDocument(json))
        #expect(document.text("error") == "invalid_grant")
        #expect(document.number("interval") == 5)
    }

    @Test(arguments: ["\"nan\"", "03600", "1e999"])
    func whatIsNoNumberCountsAsMissing(text: String) throws {
        let document = try #require(ServerDocument(Data("{\"interval\":\(text)}".utf8)))
        #expect(document.number("interval") == nil)
    }

    /// Otherwise a token would have fewer scopes than the server gave.
    @Test func wordsAreThereOrNot() throws {
        let document = try #require(ServerDocument(Data(#"{"a":["x",1],"b":["x","y"],"c":"x y"}"#.utf8)))
        #expect(document.words("a") == nil)
        #expect(document.words("b") == ["x", "y"])
        #expect(document.words("c") == ["x", "y"])
    }

    @Test(arguments: ["[]", "1", "", "{", "null"])
    func nothingElseIsADocument(json: String) {
        #expect(ServerDocument(Data(json.utf8)) == nil)
    }
}

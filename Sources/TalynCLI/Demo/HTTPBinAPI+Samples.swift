#if Tools
import Foundation

extension HTTPBinAPI {
    /// The body of a stub: the part of httpbin's response that the demo decodes.
    ///
    /// It depends on the values of the case.
    var sampleData: Data {
        switch self {
        case .get(let page): Data(#"{"args": {"page": "\#(page)"}}"#.utf8)
        case .post(let issue): (try? JSONEncoder().encode(["json": issue])) ?? Data()
        case .put(let name, let isAdmin): Data(#"{"form": {"admin": "\#(isAdmin ? 1 : 0)", "name": "\#(name)"}}"#.utf8)
        case .delete(let id): Data(#"{"args": {"id": "\#(id)"}}"#.utf8)
        case .anything(let text):
            Data(#"{"args": {"draft": "1"}, "data": "\#(text)", "method": "PATCH"}"#.utf8)
        case .status: Data()
        case .headers: Data(#"{"headers": {"X-Talyn": "hello"}}"#.utf8)
        case .bearer: Data(#"{"authenticated": true, "token": "\#(DemoToken.value)"}"#.utf8)
        case .redirect, .delay: Data(#"{"args": {}}"#.utf8)
        case .bytes(let count): Data(count: count)
        case .stream(let lines): Data((0..<lines).map { #"{"id": \#($0)}"# + "\n" }.joined().utf8)
        case .json: Data(#"{"slideshow": {"title": "Sample Slide Show"}}"#.utf8)
        case .range(let count): Data(count: count)
        case .etag, .responseHeaders: Data("{}".utf8)
        case .events: Data("data: {\"number\": 1}\n\n".utf8)
        case .uuid: Data(#"{"uuid": "6d0a6b5e-0d5c-4d0b-8f43-0f2f2e1b8a57"}"#.utf8)
        }
    }
}
#endif

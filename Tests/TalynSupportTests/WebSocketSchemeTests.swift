import Testing
import _TalynSupport

struct WebSocketSchemeTests {
    @Test(arguments: [
        ("wss://a.example/b?c=1#d", "https://a.example/b?c=1#d"), ("ws://a.example", "http://a.example"),
        ("WSS://a.example", "https://a.example"), ("Ws://a.example", "http://a.example"), ("ws://", "http://"),
    ])
    func schemeOfWebSocketsBecomesThatOfHTTP(url: String, expected: String) {
        #expect(url.withHTTPScheme == expected)
    }

    @Test(arguments: [
        "", "w", "ws", "ws:", "ws:a", "ws:/a", "wsx://a", "w://a", "://a", "https://a/ws://b", "wörld://a",
    ])
    func otherTextStays(text: String) {
        #expect(text.withHTTPScheme == text)
    }
}

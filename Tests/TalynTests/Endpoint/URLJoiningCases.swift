import Foundation
import Testing

/// How a path continues a base URL: the table that the joining and every transport are held to.
struct URLJoiningCase: CustomTestStringConvertible, Sendable {
    /// What follows the origin in the base URL.
    let base: String
    let path: String
    /// What follows the origin in the joined URL; also the request-target on the wire, where an empty one is `/`.
    let joined: String

    init(_ base: String, _ path: String, _ joined: String) {
        self.base = base
        self.path = path
        self.joined = joined
    }

    var testDescription: String { "'\(base)' + '\(path)'" }

    static let all = [
        // An empty path.
        URLJoiningCase("", "", ""),
        URLJoiningCase("/", "", "/"),
        URLJoiningCase("/v1", "", "/v1"),
        URLJoiningCase("/v1/", "", "/v1/"),
        URLJoiningCase("/v1?key=1", "", "/v1?key=1"),
        // One slash between the two.
        URLJoiningCase("", "users", "/users"),
        URLJoiningCase("", "/users", "/users"),
        URLJoiningCase("/", "users", "/users"),
        URLJoiningCase("/", "/users", "/users"),
        URLJoiningCase("/v1", "users", "/v1/users"),
        URLJoiningCase("/v1", "/users", "/v1/users"),
        URLJoiningCase("/v1/", "users", "/v1/users"),
        URLJoiningCase("/v1/", "/users", "/v1/users"),
        URLJoiningCase("/v1", "/", "/v1/"),
        // Slashes that mean something are kept.
        URLJoiningCase("/v1", "/users/", "/v1/users/"),
        URLJoiningCase("/v1", "/users//7", "/v1/users//7"),
        URLJoiningCase("", "//users", "//users"),
        // Queries.
        URLJoiningCase("", "/users?page=2", "/users?page=2"),
        URLJoiningCase("/v1?key=1", "/users", "/v1/users?key=1"),
        URLJoiningCase("/v1?key=1", "/users?page=2", "/v1/users?key=1&page=2"),
        URLJoiningCase("/v1", "?page=2", "/v1?page=2"),
        URLJoiningCase("/v1/?key=1", "?page=2", "/v1/?key=1&page=2"),
        URLJoiningCase("/v1", "/users?", "/v1/users"),
        URLJoiningCase("", "/a?b=c?d", "/a?b=c?d"),
        URLJoiningCase("", "/a?b=/c/../d", "/a?b=/c/../d"),
        URLJoiningCase("", "/a?q=x y&r=[1]", "/a?q=x%20y&r=%5B1%5D"),
        // Escapes are kept, what looks like one but isn't is escaped.
        URLJoiningCase("", "/a%2Fb%20c", "/a%2Fb%20c"),
        URLJoiningCase("/v%201", "/a", "/v%201/a"),
        URLJoiningCase("", "/100%", "/100%25"),
        URLJoiningCase("", "/100%zz", "/100%25zz"),
        URLJoiningCase("", "/a?b=%26&c=50%", "/a?b=%26&c=50%25"),
        // Characters that a URL doesn't have.
        URLJoiningCase("", "/a b", "/a%20b"),
        URLJoiningCase("", "/channels/#general", "/channels/%23general"),
        URLJoiningCase("", "/a\"<>\\^`{|}", "/a%22%3C%3E%5C%5E%60%7B%7C%7D"),
        URLJoiningCase("", "/[1]", "/%5B1%5D"),
        URLJoiningCase("", "/a\r\nX-Evil: 1", "/a%0D%0AX-Evil:%201"),
        URLJoiningCase("", "/a?b=\r\nX-Evil: 1", "/a?b=%0D%0AX-Evil:%201"),
        URLJoiningCase("", "/a\u{1}b\tc", "/a%01b%09c"),
        URLJoiningCase("", "/caf\u{E9}/日本", "/caf%C3%A9/%E6%97%A5%E6%9C%AC"),
        URLJoiningCase("", "/a?q=ü", "/a?q=%C3%BC"),
        URLJoiningCase("", "/😀", "/%F0%9F%98%80"),
        // Characters that it does have.
        URLJoiningCase("", "/a;b=1,c:d@e!$&'()*+~", "/a;b=1,c:d@e!$&'()*+~"),
        URLJoiningCase("", "users:search", "/users:search"),
        // Dot segments.
        URLJoiningCase("/v1", "/a/./b", "/v1/a/b"),
        URLJoiningCase("/v1", "/a/../b", "/v1/b"),
        URLJoiningCase("/v1", "/../b", "/b"),
        URLJoiningCase("/v1", "/../../b", "/b"),
        URLJoiningCase("", "/a/..", "/"),
        URLJoiningCase("", "/a/b/.", "/a/b/"),
        URLJoiningCase("", "/.hidden/..b/c..", "/.hidden/..b/c.."),
        URLJoiningCase("", "/a/%2E%2E/b", "/a/%2E%2E/b"),
    ]
}

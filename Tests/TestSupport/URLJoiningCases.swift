import Testing

/// How a path continues a base URL: the table that the joining and every transport are held to.
package struct URLJoiningCase: CustomTestStringConvertible, Sendable {
    /// What follows the origin in the base URL.
    package let base: String
    package let path: String
    /// What follows the origin in the joined URL; also the request-target on the wire, where an empty one is `/`.
    package let joined: String

    package init(_ base: String, _ path: String, _ joined: String) {
        self.base = base
        self.path = path
        self.joined = joined
    }

    package var testDescription: String { "'\(base)' + '\(path)'" }

    package static let all = [
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
        // Queries of the base URL.
        URLJoiningCase("/v1?", "/users", "/v1/users"),
        URLJoiningCase("/v1/?key=1", "/users", "/v1/users?key=1"),
        URLJoiningCase("/v1?key=/a/../b", "/users", "/v1/users?key=/a/../b"),
        URLJoiningCase("/v1?key=1", "/users", "/v1/users?key=1"),
        // Escapes are kept, what looks like one but isn't is escaped.
        URLJoiningCase("", "/a%2Fb%20c", "/a%2Fb%20c"),
        URLJoiningCase("/v%201", "/a", "/v%201/a"),
        URLJoiningCase("", "/100%", "/100%25"),
        URLJoiningCase("", "/100%zz", "/100%25zz"),
        // Characters that a URL doesn't have.
        URLJoiningCase("", "/a b", "/a%20b"),
        URLJoiningCase("", "/a\"<>\\^`{|}", "/a%22%3C%3E%5C%5E%60%7B%7C%7D"),
        URLJoiningCase("", "/[1]", "/%5B1%5D"),
        URLJoiningCase("", "/a\r\nX-Evil: 1", "/a%0D%0AX-Evil:%201"),
        URLJoiningCase("", "/a\u{1}b\tc", "/a%01b%09c"),
        URLJoiningCase("", "/caf\u{E9}/日本", "/caf%C3%A9/%E6%97%A5%E6%9C%AC"),
        URLJoiningCase("", "/😀", "/%F0%9F%98%80"),
        // Characters that it does have.
        URLJoiningCase("", "/a;b=1,c:d@e!$&'()*+~", "/a;b=1,c:d@e!$&'()*+~"),
        URLJoiningCase("", "users:search", "/users:search"),
        // Dots that are no segments.
        URLJoiningCase("", "/.hidden/..b/c..", "/.hidden/..b/c.."),
    ]
}

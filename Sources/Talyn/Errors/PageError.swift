public import Foundation

/// Why the next page was not fetched.
///
/// A loop over a ``PageStream`` ends with it, inside ``TalynError/underlying(_:_:)`` with the response of the page before.
/// It holds the URL that was not asked for, which may have secrets in its query; its texts don't show them.
public enum PageError: Error, Sendable, Hashable {
    /// The page is on another server, which the credentials of the call are not meant for.
    ///
    /// ``PageStream/Paging/trusting(_:)`` lets it be fetched.
    case foreignOrigin(String)

    /// The page is at an http URL, and the one before it came by https.
    case insecureLink(String)

    /// What would be asked for has been asked for before: it would go round in circles.
    case repeated(String)

    /// What the server gave for the next page is no URL of a page.
    case invalidLink(String)
}

extension PageError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .foreignOrigin(let url):
            "The next page is on another server, \(URL(string: url).flatMap { Origin($0) }?.description ?? "")."
        case .insecureLink(let url):
            "The next page, \(Redaction.strict.url(url)), would not be fetched by https."
        case .repeated(let url):
            "The next page, \(Redaction.strict.url(url)), has been fetched before."
        case .invalidLink(let text):
            "The next page can't be at '\(Redaction.strict.url(text))'."
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .foreignOrigin: "If that server may have what the call carries, say so with trusting(_:)."
        case .insecureLink: "Have the server give https URLs, or find the page by a closure that makes one."
        case .repeated: "Check the parameter that leads to the next page, and what the server gives for it."
        case .invalidLink: "Check what the server gives for the next page."
        }
    }
}

extension PageError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}

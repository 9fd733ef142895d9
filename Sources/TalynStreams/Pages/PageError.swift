import TalynCore
import _TalynFoundation

/// The failure to find the next page.
///
/// The ``TalynError/underlyingError`` at the end of a loop over a ``PageStream``, with
/// ``TalynError/Reason/pagination`` and the response of the previous page. Its URL may have secrets in its query. The
/// texts don't show them.
enum PageError: Error, Sendable, Hashable {
    /// The page is on another server, which must not get the credentials of the call.
    ///
    /// ``Pagination/trusting(_:)`` allows it.
    case foreignOrigin(String)

    /// The page is at an http URL, and the previous one at an https URL.
    case insecureLink(String)

    /// The page was fetched before, so the loop would never end.
    case repeated(String)

    /// The link to the next page isn't a URL of a page.
    case invalidLink(String)
}

extension PageError: DescribedError {
    public var errorReason: TalynError.Reason { .pagination }

    public var problem: String {
        switch self {
        case .foreignOrigin(let url):
            "The next page is on another server, \(URL(string: url).flatMap { Origin($0) }?.description ?? "")."
        case .insecureLink(let url):
            "The next page, \(Redaction.strict.url(url)), isn't an https URL."
        case .repeated(let url):
            "The next page, \(Redaction.strict.url(url)), was fetched before."
        case .invalidLink(let text):
            "The link to the next page, '\(Redaction.strict.url(text))', is invalid."
        }
    }

    public var recovery: String? {
        switch self {
        case .foreignOrigin: "If that server may get the credentials of the call, use trusting(_:)."
        case .insecureLink: "Change the server, or make an https URL in a closure: .next { … }."
        case .repeated: "Check the parameter of the next page, and the server's value for it."
        case .invalidLink: "Check the server's link to the next page."
        }
    }
}

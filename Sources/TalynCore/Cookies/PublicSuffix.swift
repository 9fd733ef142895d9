/// Domains below which anyone can register a name. A host can't set cookies for them.
///
/// This is a small list of large ones, and of the usual names below a country, such as `co.uk`. The complete list changes
/// each week (https://publicsuffix.org).
enum PublicSuffix {
    /// Whether a domain in lower case is one.
    static func contains(_ domain: Substring) -> Bool {
        let domain = domain.hasSuffix(".") ? domain.dropLast() : domain
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1 else { return true }
        if labels.count == 2, labels[1].utf8.count == 2, secondLevelNames.contains(labels[0]) { return true }
        return hosting.contains(domain)
    }

    private static let secondLevelNames = Set(
        "ac co com edu go gob gouv gov govt ltd me mil ne net nhs nom or org plc sch".split(separator: " ")
    )

    private static let hosting = Set(
        """
        amazonaws.com appspot.com azurewebsites.net blogspot.com cloudfront.net firebaseapp.com fly.dev github.io gitlab.io \
        herokuapp.com netlify.app onrender.com pages.dev run.app vercel.app web.app workers.dev
        """
        .split(separator: " ")
    )
}

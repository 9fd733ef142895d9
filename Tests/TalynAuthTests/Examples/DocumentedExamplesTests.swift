import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Each page, and each source whose comments hold examples.
    @Test(arguments: [
        "TalynAuth.docc/TalynAuth.md", "TalynAuth.docc/SignInWithOAuth.md", "SignIn/OAuthSession.swift",
        "SignIn/OAuthPlugin.swift", "Tokens/AccessToken.swift", "Tokens/TokenStore.swift",
        "OAuth/LoopbackReceiver.swift", "OAuth/OAuthSession+Loopback.swift",
        "OAuth/AuthorizationServer.swift", "OAuth/Metadata/OAuthSession+Discovery.swift",
        "OAuth/Metadata/OAuthClientSource.swift",
    ])
    func exampleIsCompiled(name: String) throws {
        let files = ["OAuthExamples.swift", "DiscoveryExamples.swift"].map { Self.here.appendingPathComponent($0) }
        let examples = try DocumentedExamples(compiledIn: files)
        let file = Self.root.appendingPathComponent("Sources/TalynAuth/\(name)")
        let result = file.pathExtension == "md" ? try examples.check(page: file) : try examples.check(commentsOf: file)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}

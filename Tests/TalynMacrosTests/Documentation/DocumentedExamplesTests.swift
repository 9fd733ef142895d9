#if Macros
import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    /// Each page, and each source whose comments hold examples.
    @Test(arguments: [
        "TalynMacros.docc/TalynMacros.md", "TalynMacros.docc/DeclaringAPIs.md", "TalynMacros.docc/DeclaringClients.md",
        "API.swift", "Client.swift", "Methods.swift", "Pages.swift",
    ])
    func exampleIsCompiled(name: String) throws {
        let examples = try DocumentedExamples(
            compiledIn: [
                "Documentation/DeclaringExamples", "Documentation/CallExamples", "Documentation/WebSocketExamples",
                "Behaviour/Client/PublicClient",
            ]
            .map { RepositoryFiles.url("Tests/TalynMacrosTests/\($0).swift") }
        )
        let file = RepositoryFiles.url("Sources/TalynMacros/\(name)")
        let result = file.pathExtension == "md" ? try examples.check(page: file) : try examples.check(commentsOf: file)
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
#endif

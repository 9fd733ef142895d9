import Foundation
import TestSupport
import Testing

@testable import TalynOpenAPI

/// The configurations of the page are right.
struct ConfigurationPageTests {
    @Test func blocksOfThePageAreRead() throws {
        let blocks = try RepositoryFiles.text("Sources/Talyn/Talyn.docc/FromAnOpenAPIDocument.md").components(
            separatedBy: "```yaml\n"
        ).dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        #expect(blocks.count == 2)
        for block in blocks { _ = try Configuration(text: block) }
        let ends = try #require(blocks.first { $0.contains("ends:") })
        #expect(ends.contains("[response.completed, response.incomplete, response.failed]"))
    }
}

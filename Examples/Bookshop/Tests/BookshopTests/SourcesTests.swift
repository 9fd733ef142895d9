#if Tools
import Foundation
import TalynOpenAPI
import Testing

struct SourcesTests {
    @Test func sourcesAreCurrent() throws {
        let example = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
            .standardizedFileURL
        let document = example.appendingPathComponent("bookshop.yaml").path
        let output = try Generator(Configuration()).generate(document, name: "Bookshop")
        let folder = OutputFolder(example.appendingPathComponent("Sources/Bookshop").path)
        #expect(folder.differences(from: output.files).isEmpty)
        #expect(output.skippedCount == 0)
    }
}
#endif

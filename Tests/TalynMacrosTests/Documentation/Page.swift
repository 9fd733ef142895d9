#if Macros
import Foundation
import TestSupport

/// A Markdown file, whose blocks of code a test may look at and write anew.
struct Page {
    struct Block {
        /// The language after the opening fence; empty for plain text.
        let language: String
        /// Where the lines between the fences are.
        let range: Range<Int>
    }

    let url: URL
    private(set) var lines: [String]

    init(_ path: String) throws {
        url = RepositoryFiles.url(path)
        lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    }

    /// The blocks of code, from the first one on.
    var blocks: [Block] {
        var blocks: [Block] = []
        var start: (index: Int, language: String)?
        for (index, line) in lines.enumerated() where line.hasPrefix("```") {
            if let opening = start {
                blocks.append(Block(language: opening.language, range: opening.index + 1..<index))
                start = nil
            } else {
                start = (index, String(line.dropFirst(3)))
            }
        }
        return blocks
    }

    /// The lines of a block.
    func text(of block: Block) -> [String] { Array(lines[block.range]) }

    /// The page with other lines in the place of some blocks.
    func replacing(_ blocks: [(Block, with: [String])]) -> Page {
        var page = self
        for (block, lines) in blocks.sorted(by: { $0.0.range.lowerBound > $1.0.range.lowerBound }) {
            page.lines.replaceSubrange(block.range, with: lines)
        }
        return page
    }

    func save() throws {
        try lines.joined(separator: "\n").write(to: url, atomically: true, encoding: .utf8)
    }
}
#endif

#if FUZZING
import Foundation

@testable import TalynStubs

extension FuzzTarget {
    /// A template without placeholders matches its own path, and the values of placeholders are segments of the path.
    ///
    /// The input is the template and a path, each on a line.
    static let pathTemplate = FuzzTarget("path-template") { input in
        let text = input.line()
        let template = PathTemplate(text)
        let path = PathTemplate.segments(of: input.line()[...]).map { PathTemplate.decoded($0) }
        require(template.segments.count <= text.utf8.count + 1, "Segments are parts of the template.")
        if template.matches(path) {
            for (name, value) in template.parameters(in: path) {
                require(path.contains(value), "The value of '\(name)' is a segment.")
                require(!value.isEmpty, "The value of '\(name)' isn't empty.")
            }
        }
        let literals = template.segments.compactMap { if case .literal(let text) = $0 { text } else { nil } }
        if literals.count == template.segments.count {
            require(template.matches(literals), "A template without placeholders matches its own path.")
            require(template.isOpen == template.matches(literals + ["more"]), "Only an open template matches more.")
        }
        if let origin = template.origin { require(text.hasPrefix(origin), "The origin is the start of the template.") }
    }
}
#endif

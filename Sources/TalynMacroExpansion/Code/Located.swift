#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

extension MacroExpansionContext {
    /// The file and the line of a node, as arguments of `#sourceLocation`; nil if they are unknown.
    func place(of node: some SyntaxProtocol) -> String? {
        guard let location = location(of: node, at: .afterLeadingTrivia, filePathMode: .filePath) else { return nil }
        let file = location.file.trimmedDescription
        // A path with a quotation mark or a backslash is a raw literal, which `#sourceLocation` doesn't take.
        return file.hasPrefix("#") ? nil : "file: \(file), line: \(location.line.trimmed)"
    }
}

extension [String] {
    /// The lines, with the place where the compiler reports an error in them.
    ///
    /// - Parameter place: The arguments of `#sourceLocation`; nil if they are unknown.
    func located(at place: String?) -> [String] {
        guard let place else { return self }
        return flatMap { ["#sourceLocation(\(place))", $0] } + ["#sourceLocation()"]
    }
}

extension EndpointDeclaration {
    /// The first of some values whose type may not fit its role; nil if all types fit.
    func doubtfulValue(among names: Set<String>) -> EndpointValue? {
        values.first { names.contains($0.name) && !$0.isScalar && !$0.isSentAsItIs && !$0.isMadePart }
    }
}

extension EndpointValue {
    fileprivate var isMadePart: Bool { typeName == "MultipartPart" || isArrayOfParts }
}
#endif

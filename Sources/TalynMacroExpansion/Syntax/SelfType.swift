#if Macros
import SwiftParser
import SwiftSyntax

extension SyntaxProtocol {
    /// Whether `Self` occurs, which is another type in a generated one.
    var mentionsSelf: Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.Self) }
    }
}

extension String {
    /// The code with the name of a type instead of `Self`, for a place where that is another type.
    func namingSelf(_ name: String) -> String {
        guard contains("Self") else { return self }
        return Parser.parse(source: self).tokens(viewMode: .sourceAccurate).map { token in
            token.tokenKind == .keyword(.Self)
                ? token.with(\.tokenKind, .identifier(name)).description : token.description
        }.joined()
    }
}

extension DeclarationReader {
    /// The code of an expression for the generated members.
    func code(of expression: some SyntaxProtocol) -> String {
        let code = expression.trimmedDescription
        return nameOfSelf.map { code.namingSelf($0) } ?? code
    }
}
#endif

#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension FixIt {
    /// Replaces a node.
    static func replace(_ message: String, _ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> FixIt {
        FixIt(
            message: Message("fixIt", message),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))]
        )
    }

    /// Replaces a node, and keeps the spaces and comments around it.
    static func rewrite<Node: SyntaxProtocol>(_ message: String, _ old: some SyntaxProtocol, as new: Node) -> FixIt {
        .replace(
            message,
            old,
            with: new.with(\.leadingTrivia, old.leadingTrivia).with(\.trailingTrivia, old.trailingTrivia)
        )
    }

    /// Renames an attribute.
    static func rename(_ attribute: AttributeSyntax, to name: String) -> FixIt {
        .rewrite("write '@\(name)'", attribute.attributeName, as: IdentifierTypeSyntax(name: .identifier(name)))
    }

    /// Inserts an attribute after another one.
    static func insert(_ new: AttributeSyntax, behind old: AttributeSyntax) -> FixIt? {
        guard let list = old.parent?.as(AttributeListSyntax.self), let index = list.position(of: old) else {
            return nil
        }
        var elements = Array(list)
        elements[index] = .attribute(old.with(\.trailingTrivia, .space))
        elements.insert(.attribute(new.with(\.trailingTrivia, old.trailingTrivia)), at: index + 1)
        return .replace("insert '\(new.trimmedDescription)'", list, with: AttributeListSyntax(elements))
    }

    /// Removes an attribute; nil if it is the only one in its list.
    static func remove(_ attribute: AttributeSyntax) -> FixIt? {
        guard let list = attribute.parent?.as(AttributeListSyntax.self), list.count > 1,
            let index = list.position(of: attribute)
        else { return nil }
        var elements = Array(list)
        elements.remove(at: index)
        if index == 0 {
            elements[0] = elements[0].with(\.leadingTrivia, attribute.leadingTrivia)
        } else if attribute.leadingTrivia.hasComment {
            let endsLine =
                list.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)?.leadingTrivia
                .contains(where: \.isNewline) == true
            let isLast = index == elements.count
            let kept = isLast && endsLine ? attribute.leadingTrivia.withoutSpaceAtEnd : attribute.leadingTrivia
            let before = elements[index - 1].trailingTrivia
            elements[index - 1] = elements[index - 1].with(\.trailingTrivia, before + kept)
        } else {
            elements[index - 1] = elements[index - 1].with(\.trailingTrivia, attribute.trailingTrivia)
        }
        return .replace("remove '@\(attribute.name)'", list, with: AttributeListSyntax(elements))
    }
}

extension AttributeListSyntax {
    fileprivate func position(of attribute: AttributeSyntax) -> Int? {
        enumerated().first { $0.element.as(AttributeSyntax.self)?.id == attribute.id }?.offset
    }
}

extension Trivia {
    fileprivate var withoutSpaceAtEnd: Trivia {
        var pieces = Array(self)
        while let last = pieces.last, last.isWhitespace { pieces.removeLast() }
        return Trivia(pieces: pieces)
    }

    fileprivate var hasComment: Bool {
        contains { piece in
            switch piece {
            case .lineComment, .blockComment, .docLineComment, .docBlockComment: true
            default: false
            }
        }
    }
}
#endif

#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclarationReader {
    /// Diagnoses a function that returns pages without `@Paged`, or has the attribute and returns something else.
    ///
    /// - Returns: Whether the attribute and the result fit together.
    mutating func checkPages(_ result: CallResult, of function: FunctionDeclSyntax, _ route: Route) -> Bool {
        let attribute = function.attributes.first(named: "Paged")
        let place = function.signature.returnClause.map { Syntax($0.type) } ?? Syntax(function.name)
        switch (attribute, result.page) {
        case (nil, nil), (.some, .some): return true
        case (nil, .some):
            diagnose(
                "pagesWithoutWay",
                "a PageStream needs the way to the next page; add an attribute such as @Paged(.links)",
                at: place,
                fixIts: [.insert("@Paged(.links)", behind: route.attribute)]
            )
        case (.some(let attribute), nil):
            diagnose(
                "pagedResult",
                "a function with @Paged returns a PageStream of the type of a page, such as PageStream<[Item]>, "
                    + "without async and throws",
                at: place,
                fixIts: [function.signature.givingPages, .remove(attribute.node)]
            )
        }
        return false
    }

    /// Diagnoses a case with pages of an unknown type, or with a stream of pages as its result.
    mutating func checkPages(of endpoint: EndpointDeclaration, _ attributes: AttributeListSyntax, inherited: Settings) {
        if let text = endpoint.settings.resultType,
            let argument = attributes.first(named: "ResultType")?.unlabelled.first,
            let page = CallResult(TypeSyntax("\(raw: text)"), ownTypes: ownTypes).page
        {
            let addition = endpoint.settings.pagination == nil ? ", and add an attribute such as @Paged(.links)" : ""
            diagnose(
                "pagesAsResult",
                "@ResultType is the type of a page: write \(page.typeText).self\(addition)",
                at: argument,
                fixIts: [
                    .rewrite("write '\(page.typeText).self'", argument, as: ExprSyntax("\(raw: page.typeText).self"))
                ]
            )
        }
        guard let attribute = attributes.first(named: "Paged"), endpoint.settings.resultType == nil,
            inherited.resultType == nil
        else { return }
        diagnose(
            "pagesWithoutType",
            "@Paged needs the type of a page; add an attribute such as @ResultType([Item].self)",
            at: attribute.node
        )
    }
}

extension FunctionSignatureSyntax {
    /// Removes `async` and `throws`.
    var withoutEffects: FixIt? {
        guard let effectSpecifiers else { return nil }
        return .replace("remove '\(effectSpecifiers.trimmed)'", self, with: with(\.effectSpecifiers, nil))
    }

    /// Makes the result pages of the same type.
    fileprivate var givingPages: FixIt? {
        guard let clause = returnClause, clause.type.nominalName != "Result", clause.type.trimmedDescription != "()",
            ![
                "Void", "EventStream", "ResponseStream", "TransferStream", "WebSocketConnection", "WebSocketSession",
            ].contains(clause.type.nominalName)
        else { return nil }
        let type = TypeSyntax("PageStream<\(clause.type.trimmed)>").with(\.trailingTrivia, clause.type.trailingTrivia)
        let mended = with(\.effectSpecifiers, nil).with(\.returnClause, clause.with(\.type, type))
        return .replace("write '-> \(type.trimmed)'", self, with: mended)
    }
}
#endif

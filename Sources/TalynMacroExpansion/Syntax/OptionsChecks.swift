#if Macros
import SwiftDiagnostics
import SwiftSyntax

extension DeclarationReader {
    /// Diagnoses `RequestOptions` that no call uses: in a case, and a second parameter with them.
    ///
    /// - Parameter written: The members written by hand, which may use the value of a case.
    mutating func checkOptions(of endpoint: EndpointDeclaration, isCase: Bool, written: Set<String>) {
        let options = endpoint.values.filter { $0.role == .options }
        guard let first = options.first else { return }
        if isCase {
            let place = endpoint.route?.putsValuesIntoQuery == true ? "query" : "body"
            guard written.isDisjoint(with: ["requestOptions", place]) else { return }
            diagnose(
                "optionsInCase",
                "RequestOptions aren't sent; remove them here, and pass them to the call, such as 'request(_:options:)'",
                at: first.node
            )
            return
        }
        for value in options.dropFirst() {
            diagnose(
                "optionsTwice",
                "a call has one set of options, and '\(first.name)' already has them",
                at: value.node
            )
        }
    }

    /// Diagnoses `RequestOptions` with a place in the request.
    mutating func diagnoseSentOptions(_ value: EndpointValue) {
        let attribute = value.roleAttribute
        let remedy =
            attribute.map { "remove @\($0.name)" }
            ?? (value.roleNode == nil ? "remove the placeholder" : "remove the name here")
        diagnose(
            "optionsAreSent",
            "'\(value.name)' has the options of the call, which can't be sent; \(remedy)",
            at: value.place,
            fixIts: [attribute.flatMap { .remove($0) ?? value.withoutAttributes }]
        )
    }
}

extension EndpointValue {
    /// Removes the attributes of a parameter.
    fileprivate var withoutAttributes: FixIt? {
        guard var parameter = node.as(FunctionParameterSyntax.self), let first = parameter.attributes.first else {
            return nil
        }
        parameter.attributes = []
        parameter.leadingTrivia = first.leadingTrivia
        return .replace("remove '\(first.trimmedDescription)'", node, with: parameter)
    }
}
#endif

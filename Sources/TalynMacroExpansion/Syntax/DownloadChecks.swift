#if Macros
import SwiftDiagnostics
import SwiftSyntax

extension DeclarationReader {
    /// Diagnoses a destination where no download can use it: in a case, a second one, and an optional one.
    mutating func checkDestinations(of endpoint: EndpointDeclaration, isCase: Bool) {
        let destinations = endpoint.values.filter { $0.role == .destination }
        guard let first = destinations.first else { return }
        if isCase {
            diagnose(
                "destinationInCase",
                "a DownloadDestination isn't sent; remove it here, and pass it to 'download(_:to:)' of the provider",
                at: first.node
            )
            return
        }
        for value in destinations.dropFirst() {
            diagnose(
                "destinationTwice",
                "a download has one destination, and '\(first.name)' already is the destination",
                at: value.node
            )
        }
        if first.isOptional {
            diagnose(
                "destinationIsOptional",
                "a download needs a destination, so '\(first.name)' can't be optional",
                at: first.type
            )
        }
    }

    /// Diagnoses a result that a download doesn't have.
    mutating func checkResult(_ result: CallResult, ofDownload function: FunctionDeclSyntax) {
        guard !result.isOfDownload, let type = function.signature.returnClause?.type else { return }
        diagnose(
            "resultOfDownload",
            "the body of a download is in its file; return Response, TransferStream or nothing",
            at: type
        )
    }
}
#endif

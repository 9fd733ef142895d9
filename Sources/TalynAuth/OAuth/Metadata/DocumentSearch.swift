import TalynCore
import _TalynFoundation

/// A place at which a document can be.
struct DocumentPlace: Sendable {
    let url: URL
    /// The name in the text of an error.
    let name: String
}

/// The answer of a place that isn't the document.
struct DocumentFault: Error {
    static let noObject = DocumentFault(text: "no JSON object")

    /// The answer, for a sentence such as "/document gave status 404".
    let text: String
    /// Whether it is the document of somebody else.
    var isForeign = false
}

/// The answers of places none of which has the document.
struct MissingDocument: Error {
    private(set) var answers: [String] = []
    /// Whether a place has the document of somebody else.
    private(set) var isForeign = false
    /// The failure of a server that can have the document later.
    private(set) var failure: TalynError?

    fileprivate mutating func add(_ fault: DocumentFault, at place: DocumentPlace) {
        answers.append("\(place.name) gave \(fault.text)")
        isForeign = isForeign || fault.isForeign
    }

    fileprivate mutating func add(_ error: TalynError, at place: DocumentPlace) {
        guard let status = error.statusCode else {
            return add(DocumentFault(text: "too large a response"), at: place)
        }
        add(DocumentFault(text: "status \(status)"), at: place)
        if status >= 500 || status == 408 || status == 429 { failure = failure ?? error }
    }

    /// The error that names all places.
    ///
    /// - Parameter problem: The consequence, as a sentence without its end.
    func error(_ problem: String) -> OAuthError {
        let detail = "\(problem): \(answers.joined(separator: ", "))."
        return OAuthError(failure == nil ? .discovery : .unavailable, detail, underlyingError: failure)
    }
}

extension Provider<OAuthRequest> {
    /// Looks for a document at several places, one after another.
    ///
    /// - Returns: The first document that can be used.
    /// - Throws: ``OAuthError`` if no response arrives: the other places are at the same server.
    func document<Document: Sendable>(
        at places: [DocumentPlace],
        read: (Data) throws(DocumentFault) -> Document
    ) async throws(OAuthError) -> Result<Document, MissingDocument> {
        var missing = MissingDocument()
        for place in places {
            let data: Data
            do throws(TalynError) {
                data = try await request(.metadata(at: place.url)).data
            } catch {
                guard error.statusCode != nil || error.transportError?.kind == .responseTooLarge else {
                    throw error.oauthError ?? OAuthError(.unavailable, underlyingError: error)
                }
                missing.add(error, at: place)
                continue
            }
            do throws(DocumentFault) {
                return .success(try read(data))
            } catch {
                missing.add(error, at: place)
            }
        }
        return .failure(missing)
    }
}

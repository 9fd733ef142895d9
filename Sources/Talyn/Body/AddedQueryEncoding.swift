import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Takes a task through a task, with more in its query: what ``HTTPTask/adding(query:encoder:)`` makes.
struct AddedQueryEncoding: ParameterEncoding {
    let base: HTTPTask
    let query: EncodableFormEncoding

    func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        try encode(into: &request, with: parameters ?? [:])
        return request
    }

    /// The same, by which the errors of the task stay what they are.
    func encode(into request: inout URLRequest, with parameters: Parameters) throws(TalynError) {
        try base.encode(into: &request)
        request = try query.encoded(request, with: parameters)
    }
}

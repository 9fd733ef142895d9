import Foundation
import HTTPTypes
import TalynCore
import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A Moya call as a target of Talyn's.
struct LiveTarget: TalynCore.TargetType, CustomStringConvertible {
    let call: LiveCall
    let baseURL: URL
    let method: HTTPRequest.Method
    let headerFields: HTTPFields
    let body: RequestBody

    /// - Throws: ``MoyaError`` for a request that HTTP doesn't allow.
    init(_ call: LiveCall) throws {
        let request = call.request
        guard let url = request.url else { throw MoyaError.requestMapping("") }
        // Header fields of HTTPTypes would replace invalid characters.
        do {
            try RequestError.check(request)
            #if !Alamofire
            // Before any plugin sees the request.
            try request.checkBody()
            #endif
        } catch {
            throw MoyaError.underlying(error, nil)
        }
        self.call = call
        baseURL = url
        method = request.httpMethod.flatMap { HTTPRequest.Method($0) } ?? .get
        var headerFields = HTTPFields(of: request)
        // A body of parts brings its own.
        if call.task.hasParts { headerFields[.contentType] = nil }
        self.headerFields = headerFields
        body = RequestBody(call.task, body: request.httpBody)
    }

    var path: RequestPath { "" }

    var validation: StatusValidation { call.validation }

    var description: String { "\(call.target)" }
}

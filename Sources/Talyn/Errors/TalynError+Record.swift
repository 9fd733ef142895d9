/// An error that keeps what happened to the call that it ended.
protocol RecordKeeping: Error {
    var record: CallRecord? { get set }
}

extension TransportError: RecordKeeping {}
extension RefusalError: RecordKeeping {}
extension AuthenticationError: RecordKeeping {}

extension TalynError {
    /// What happened to the call, if anything in the error keeps it.
    var record: CallRecord? {
        response?.record ?? (underlyingError as? any RecordKeeping)?.record
    }

    /// The same error, keeping what happened to the call as far as it can.
    func keeping(_ record: CallRecord) -> TalynError {
        switch self {
        case .imageMapping(let response): .imageMapping(Response(response, record: record))
        case .jsonMapping(let response): .jsonMapping(Response(response, record: record))
        case .stringMapping(let response): .stringMapping(Response(response, record: record))
        case .objectMapping(let error, let response): .objectMapping(error, Response(response, record: record))
        case .statusCode(let response): .statusCode(Response(response, record: record))
        case .underlying(let error, let response?): .underlying(error, Response(response, record: record))
        case .underlying(var error as any RecordKeeping, nil):
            {
                error.record = record
                return .underlying(error, nil)
            }()
        case .underlying, .encodableMapping, .requestMapping, .parameterEncoding: self
        }
    }
}

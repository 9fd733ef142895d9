import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Call {
    /// Sends the request; gives the response if the target's validation accepts it.
    func response(
        to transportRequest: TransportRequest,
        _ transfer: Transfer,
        _ onCount: OnCount?,
        _ attempt: AttemptRecord
    ) async -> Result<Response, TalynError> {
        let request = transportRequest.urlRequest
        do {
            var head = try await transport.send(transportRequest)
            if head.body.data == nil { attempt.head = record.time.now }
            attempt.timings = head.timings
            attempt.url = head.url
            if let maximum = transportRequest.options.maximumResponseSize {
                try head.limitBody(to: maximum, of: request)
            }
            let isAccepted = target.validationType.accepts(head.statusCode)
            if let download = sink.download,
                let saved = try await save(head, of: transportRequest, by: download, attempt)
            {
                return .success(saved)
            }
            if case .stream = sink, isAccepted { return .success(streamed(head, of: request, attempt)) }
            if case .download(let destination) = transfer, isAccepted, sink.download == nil {
                let response = try await download(head, of: request, to: destination, onCount, attempt)
                attempt.outcome = .status(head.statusCode)
                return .success(response)
            }
            var data = head.body.data
            if data == nil {
                let limit = sink.isTarget ? .max : StreamedResponse.longestErrorBody
                data = try await collect(head, upTo: limit, onCount, attempt)
            }
            attempt.receivedBytes = Int64(data?.count ?? 0)
            attempt.outcome = .status(head.statusCode)
            let response = Response(head, .data(data ?? Data()), request: request, target: target, record: record)
            guard isAccepted else { return .failure(.underlying(validationError(for: response), response)) }
            // What the target doesn't refuse is no file yet.
            return sink.download == nil ? .success(response) : .failure(.statusCode(response))
        } catch let error as CancellationError {
            return .failure(.underlying(TransportError(.cancelled, url: request.url, underlyingError: error), nil))
        } catch let error as TransportError where error.underlyingError is BodyError {
            // The client that failed because of its request's body is not to blame.
            return .failure(TalynError(wrapping: error.underlyingError ?? error))
        } catch {
            return .failure(TalynError(wrapping: error))
        }
    }

    /// The response whose body is still to be read.
    private func streamed(_ head: TransportResponse, of request: URLRequest, _ attempt: AttemptRecord) -> Response {
        let arrival = BodyRecord(time: record.time)
        attempt.body = arrival
        attempt.outcome = .status(head.statusCode)
        let body = StreamedBody(head.body.followed(by: arrival))
        return Response(head, .stream(body), request: request, target: target, record: record)
    }

    private func download(
        _ head: TransportResponse,
        of request: URLRequest,
        to destination: DownloadDestination,
        _ onCount: OnCount?,
        _ attempt: AttemptRecord
    ) async throws -> Response {
        let response = Response(head, .data(Data()), request: request, target: target, record: record)
        guard let foundationResponse = response.response else {
            throw TransportError(.invalidResponse, url: request.url)
        }
        let received = Locked<Int64>(0)
        defer { attempt.receivedBytes = received.withLock { $0 } }
        let file = try await FileDownload.receive(head.body, of: foundationResponse, to: destination) { [self] count in
            received.withLock { $0 = count }
            tell(count, of: head, to: onCount)
        }
        return Response(response, content: .file(file))
    }

    private func validationError(for response: Response) -> any Error {
        (transport as? any ValidatingTransport)?.validationError(for: response.statusCode)
            ?? ValidationError.unacceptableStatusCode(response.statusCode)
    }

    private func collect(
        _ head: TransportResponse,
        upTo limit: Int,
        _ onCount: OnCount?,
        _ attempt: AttemptRecord
    ) async throws -> Data {
        var data = Data()
        for try await chunk in head.body {
            if data.isEmpty {
                data = chunk
            } else {
                data.reserveCapacity(Int(min(head.contentLength ?? 0, Self.largestReservation)))
                data.append(chunk)
            }
            attempt.receivedBytes = Int64(data.count)
            tell(attempt.receivedBytes, of: head, to: onCount)
            if data.count >= limit { break }
        }
        return data
    }

    private func tell(_ received: Int64, of head: TransportResponse, to onCount: OnCount?) {
        onCount?(TransferCount(direction: .received, completed: received, total: head.contentLength))
    }

    /// How much memory a Content-Length can claim before its bytes have arrived.
    private static let largestReservation: Int64 = 16 << 20
}

extension TransportResponse {
    /// The number of bytes that the body will have, if the head tells.
    ///
    /// It doesn't for a compressed body, whose field counts bytes before they are unpacked.
    var contentLength: Int64? {
        guard headerFields[.contentEncoding] == nil else { return nil }
        return headerFields.contentLength
    }
}

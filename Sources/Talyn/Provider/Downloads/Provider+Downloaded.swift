import Foundation

extension Provider {
    /// The response to a call of the target, with its body in a file.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - destination: Where the file goes.
    ///   - options: How it is called, where that is not as the target says.
    ///   - onCount: Is told how much of the file there is.
    /// - Throws: ``TalynError``, whatever failed; also for a status outside 200 to 299, since an error page is not the file.
    func downloaded(
        _ target: Target,
        to destination: TransferDestination,
        _ options: RequestOptions = RequestOptions(),
        onCount: @escaping PartialDownload.OnCount = { _, _ in }
    ) async throws(TalynError) -> Response {
        let stubBehavior = stubClosure(target)
        let download = PartialDownload(destination, onCount: onCount)
        let call = try call(target, options, stubBehavior, .inline, sink: .file(download))
        do throws(BodyError) {
            try await download.open()
        } catch {
            throw .underlying(error, nil)
        }
        var outcome = await outcome(of: call, stubBehavior, nil)
        if case .success(let response) = outcome, !download.isPlaced { outcome = await download.save(response) }
        await download.close()
        return try call.finished(outcome, nil).get()
    }
}

extension PartialDownload {
    /// Makes the file of a response that a plugin gave in the place of the server's.
    fileprivate func save(_ response: Response) async -> Result<Response, TalynError> {
        do {
            let response = try response.filterSuccessfulStatusCodes()
            let file = try await receive(try response.contents())
            return .success(file.map { Response(response, content: .file($0)) } ?? response)
        } catch is CancellationError {
            return .failure(.cancelled)
        } catch let error as BodyError {
            return .failure(.underlying(error, response))
        } catch {
            return .failure(TalynError(wrapping: error))
        }
    }
}

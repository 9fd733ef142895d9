import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The download of a file, over all its attempts.
final class PartialDownload: Sendable {
    /// Is told how many bytes of the file there are, and how many there will be if that is known.
    ///
    /// Fewer than before, when the download has had to begin anew.
    typealias OnCount = @Sendable (_ count: Int64, _ total: Int64?) -> Void

    private struct State {
        var machine = DownloadStateMachine()
        /// Nil once the file is in its place.
        var file: PartialFile?
        /// Whether what was found there, and worth going on with, is as it was.
        var isUntouched = false
        var isUnderWay = false
        var isPlaced = false
    }

    let destination: TransferDestination
    private let onCount: OnCount
    private let state = Locked(State())

    init(_ destination: TransferDestination, onCount: @escaping OnCount) {
        self.destination = destination
        self.onCount = onCount
    }

    /// Whether the file is in its place.
    var isPlaced: Bool { state.withLock(\.isPlaced) }

    // MARK: The file

    /// Opens the partial file, and finds out what is in it already.
    ///
    /// - Throws: ``BodyError`` if the file couldn't be put at its destination, or be checked.
    func open() async throws(BodyError) {
        if destination.digest != nil, !FileDigest.isAvailable { throw .noDigest }
        guard state.withLock({ $0.file == nil }) else { return }
        let (file, machine) = try await FileWork.run { [destination] () throws(BodyError) in
            let file = try PartialFile(for: destination)
            return (file, DownloadStateMachine(version: file.version(), count: try file.file.length))
        }
        state.withLock { state in
            state.machine = machine
            state.isUntouched = machine.isWorthKeeping
            state.file = file
            state.isPlaced = false
        }
    }

    /// Lets go of the partial file, and removes it unless it is to be kept.
    func close() async {
        let (file, isKept) = state.withLock { state in
            let isWorthKeeping = state.isUntouched || state.machine.isWorthKeeping
            return (state.file.take(), destination.keepsPartialFile && isWorthKeeping)
        }
        guard let file else { return }
        if !isKept { try? await FileWork.run { () throws(BodyError) in file.remove() } }
        // The caller may begin anew at once. A thread that has worked on the file may hold it for a moment longer.
        file.unlock()
    }

    /// Puts the file in its place if it has the right digests.
    private func place(_ file: PartialFile) async throws {
        do {
            let known = state.withLock { $0.machine.version?.digests ?? [] }
            let mine = destination.digest.map { [$0] } ?? []
            try await FileDigest.check(file.file, against: mine + (FileDigest.isAvailable ? known : []))
        } catch let error as BodyError {
            // Going on with it can't ever succeed.
            if case .digestMismatch = error { state.withLock { $0.machine.forget() } }
            throw error
        }
        try Task.checkCancellation()
        try await FileWork.run { () throws(BodyError) in try file.place() }
        file.unlock()
        state.withLock { state in
            state.machine.forget()
            state.file = nil
            state.isPlaced = true
        }
    }

    // MARK: Attempts

    /// Makes an attempt, and others after it as long as that brings the file on.
    ///
    /// - Parameters:
    ///   - attempt: Makes one.
    ///   - note: Is told why there is another.
    func attempts(
        _ attempt: () async -> Result<Response, TalynError>,
        note: (String) -> Void
    ) async -> Result<Response, TalynError> {
        let isFirst = state.withLock { state in
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        // A plugin may make several at the same time.
        guard isFirst else { return .failure(.underlying(BodyError.destinationInUse(destination.url), nil)) }
        defer { state.withLock { $0.isUnderWay = false } }
        do {
            // The file of an attempt that a plugin makes again is in its place already.
            try await open()
        } catch {
            return .failure(.underlying(error, nil))
        }
        while true {
            let result = await attempt()
            guard case .failure(let error) = result else { return result }
            let reason = state.withLock { $0.machine.reasonToGoOn(after: error.transportError?.kind) }
            guard let reason else { return result }
            note(reason)
        }
    }

    /// Makes the request of an attempt ask for what is missing.
    func prepare(_ request: inout URLRequest) {
        // What is packed on its way has no bytes that could be counted.
        if request.value(forHTTPHeaderField: "Accept-Encoding") == nil {
            request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        let method = request.httpMethod ?? "GET"
        // A hash, since a secret in a path is not recognised, and it is only compared.
        let identity = String("\(method) \(Redaction.default.url(request.url?.absoluteString ?? ""))".hash64, radix: 16)
        let isResumable = method == "GET" && request.value(forHTTPHeaderField: "Range") == nil
        let part = state.withLock { $0.machine.ask(identity, isResumable: isResumable) }
        guard let part else { return }
        request.setValue(part.range, forHTTPHeaderField: "Range")
        request.setValue(part.validator, forHTTPHeaderField: "If-Range")
    }

    /// Says what the request asks for in the end.
    func willSend(_ request: URLRequest) {
        let range = request.value(forHTTPHeaderField: "Range")
        state.withLock { state in
            if range != state.machine.part?.range { state.machine.askOtherwise() }
        }
    }

    /// Whether the request of the attempt asks for what is missing only.
    var asksForPart: Bool { state.withLock { $0.machine.part != nil } }

    // MARK: Answers

    /// What becomes of the body of a response with this head.
    func answer(_ head: TransportResponse, to request: URLRequest) -> DownloadStateMachine.Answer {
        // The fields of a response to HEAD speak of a body that doesn't come.
        let fields = request.httpMethod == "HEAD" ? [:] : head.headerFields
        return state.withLock { $0.machine.answer(status: head.statusCode, fields) }
    }

    /// Takes a whole file that no server has sent.
    func receive(_ data: Data) async throws -> DownloadedFile? {
        state.withLock { $0.machine.forget() }
        return try await receive(HTTPBody(data).inPieces, from: 0, end: nil) { _ in }
    }

    /// Writes the body where it belongs; returns the file, in its place, if it is whole.
    ///
    /// - Parameter onReceive: Is told how much of the body has arrived.
    /// - Returns: Nil if the body has ended before the file did.
    func receive(
        _ body: HTTPBody,
        from start: Int64,
        end: Int64?,
        onReceive: @escaping (Int64) -> Void
    ) async throws -> DownloadedFile? {
        guard let file = state.withLock(\.file) else { throw BodyError.destinationInUse(destination.url) }
        let version = state.withLock(\.machine.version)
        let total = version?.length
        state.withLock { $0.isUntouched = false }
        do {
            try await FileWork.run { () throws(BodyError) in try file.prepare(from: start, version: version) }
        } catch {
            // There may still be bytes of another version; behind a part there are only more of the same.
            if start == 0 { state.withLock { $0.machine.forget() } }
            throw error
        }
        onCount(start, total)
        do {
            let body = end.map { body.limited(to: $0 - start, BodyError.unexpectedPart) } ?? body
            _ = try await body.write(to: file.file) { [onCount] received in
                onReceive(received)
                onCount(start + received, total)
            }
            try await note(file)
        } catch {
            // What has arrived is in the file.
            try? await note(file)
            switch error {
            case BodyError.unexpectedPart, BodyError.longerThanDeclared:
                state.withLock { $0.machine.forget() }
                throw BodyError.unexpectedPart
            case BodyError.shorterThanDeclared:
                // The transport's own count says what a connection that was cut does.
                throw TransportError(.connectionLost)
            default:
                throw error
            }
        }
        let count = state.withLock(\.machine.count)
        if let expected = total ?? end, count < expected { return nil }
        try await place(file)
        return DownloadedFile(url: destination.url, length: count)
    }

    /// How many bytes the whole file has, if that is known.
    var total: Int64? { state.withLock(\.machine.version?.length) }

    private func note(_ file: PartialFile) async throws(BodyError) {
        let count = try await FileWork.run { () throws(BodyError) in try file.file.length }
        state.withLock { $0.machine.reach(count) }
    }
}

import TalynCore
import _TalynFoundation
import _TalynSupport

/// The download of one file, over all attempts of its call.
///
/// As the innermost plugin, it asks for the missing part of the file, and makes the next attempt when the connection
/// drops. As the receiver of bodies, it writes them into the file.
final class ResumableDownload: CallInterceptor, RequestAdapter, CallObserver, BodyReceiver {
    /// Receives the number of bytes in the file, and the length of the whole file if it is known.
    ///
    /// The number falls if the download starts over.
    typealias OnCount = @Sendable (_ count: Int64, _ total: Int64?) -> Void

    private struct State {
        var machine = DownloadStateMachine()
        /// Nil after the file moved to its destination.
        var file: PartialFile?
        /// Whether a usable part was found, and is unchanged.
        var isUntouched = false
        var isUnderWay = false
        var isPlaced = false
    }

    let destination: DownloadDestination
    private let onCount: OnCount
    private let state = Locked(State())

    init(_ destination: DownloadDestination, onCount: @escaping OnCount) {
        self.destination = destination
        self.onCount = onCount
    }

    /// Whether the file is at its destination.
    var isPlaced: Bool { state.withLock(\.isPlaced) }

    // MARK: - The file

    /// Opens the partial file, and reads its version and its length.
    ///
    /// - Throws: ``BodyError`` if the destination can't be written, or if this build can't check the digest.
    func open() async throws {
        if destination.digest != nil, !FileDigest.isAvailable { throw BodyError.noDigest }
        guard state.withLock({ $0.file == nil }) else { return }
        let (file, machine): (PartialFile, DownloadStateMachine)
        do {
            (file, machine) = try await FileWork.run { [destination] in
                let file = try PartialFile(for: destination)
                let (version, count) = try file.content()
                return (file, DownloadStateMachine(version: version, count: count))
            }
        } catch {
            throw BodyError(error) ?? error
        }
        state.withLock { state in
            state.machine = machine
            state.isUntouched = machine.isWorthKeeping
            state.file = file
            state.isPlaced = false
        }
    }

    /// Closes the partial file, and removes it unless it is kept.
    func close() async {
        let (file, isKept) = state.withLock { state in
            let isWorthKeeping = state.isUntouched || state.machine.isWorthKeeping
            return (state.file.take(), destination.keepsPartialFile && isWorthKeeping)
        }
        guard let file else { return }
        if !isKept { await FileWork.run { file.remove() } }
        // The caller may start again immediately, while a thread still holds the file for a moment.
        file.unlock()
    }

    /// Moves the file to its destination if its digests are right.
    private func place(_ file: PartialFile) async throws {
        do {
            let known = state.withLock { $0.machine.version?.digests ?? [] }
            let mine = destination.digest.map { [$0] } ?? []
            try await FileDigest.check(file.file, against: mine + (FileDigest.isAvailable ? known : []))
        } catch let error as BodyError {
            // The file can never become the right one.
            if case .digestMismatch = error { state.withLock { $0.machine.forget() } }
            throw error
        }
        try Task.checkCancellation()
        try await FileWork.run { try file.place() }
        file.unlock()
        state.withLock { state in
            state.machine.forget()
            state.file = nil
            state.isPlaced = true
        }
    }

    // MARK: - Attempts

    /// Makes attempts as long as each one adds to the file.
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        let isFirst = state.withLock { state in
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        // A plugin may make several attempts at the same time.
        guard isFirst else { throw BodyError.destinationInUse(destination.url) }
        defer { state.withLock { $0.isUnderWay = false } }
        // If a plugin repeats a successful attempt, the file is at its destination already.
        try await open()
        while true {
            do {
                return try await next(endpoint)
            } catch {
                let cut = TalynError(error).transportError?.kind
                guard let reason = state.withLock({ $0.machine.reasonToResume(after: cut) }) else { throw error }
                context.noteRetry(reason)
            }
        }
    }

    /// Asks for the missing part in the request of an attempt. It is the first to adapt it.
    func adapt(_ request: inout OutgoingRequest, context: CallContext) {
        // The positions of a compressed response aren't those of the file.
        if !request.headerFields.contains(.acceptEncoding) { request.headerFields[.acceptEncoding] = "identity" }
        let text = "\(request.method) \(request.urlText)"
        let isResumable = request.method == .get && !request.headerFields.contains(.range)
        let part = state.withLock { state in
            let identity = FileVersion.identity(of: text, like: state.machine.version?.request)
            return state.machine.ask(identity, isResumable: isResumable)
        }
        guard let part else { return }
        request.headerFields[.range] = part.range
        request.headerFields[.ifRange] = part.validator
    }

    /// Compares the range of the final request with the part, since other plugins can change it.
    func willSend(_ request: OutgoingRequest, context: CallContext) {
        let range = request.headerFields[.range]
        state.withLock { state in
            if range != state.machine.part?.range { state.machine.requestOtherRange() }
        }
    }

    /// Writes the body of a response into the file.
    ///
    /// - Returns: A response with the file, if it is complete; nil if the response isn't a part of it.
    /// - Throws: ``TransportError`` if the body ends before the file does.
    func receive(_ incoming: IncomingResponse, isAccepted: Bool) async throws -> Response? {
        let request = incoming.request
        guard isAccepted || acceptsPart(incoming) else { return nil }
        // The fields of a response to HEAD describe the body of a GET.
        let fields = request.method == .head ? [:] : incoming.head.headerFields
        let answer = state.withLock { $0.machine.answer(status: incoming.head.statusCode, fields) }
        switch answer {
        case .ignore:
            return nil
        case .reject:
            throw TalynError(BodyError.unexpectedPart, response: incoming.response)
        case .write(let start, let end):
            var head = incoming.head
            if let maximum = incoming.request.options.maximumResponseSize {
                // The limit counts for the whole file.
                let context = incoming.context
                if let total, total > maximum {
                    let error = TransportError(.responseTooLarge, of: request)
                    context.noteBodyFailure(error)
                    throw error
                }
                try head.limitBody(to: maximum - start, of: request)
            }
            do {
                let file = try await write(head.body, from: start, end: end) { incoming.noteReceived($0) }
                guard let file else { throw TransportError(.connectionLost, of: request) }
                return incoming.response.with(file: file.url, length: file.length)
            } catch {
                guard let failure = BodyError(error) else { throw error }
                throw TalynError(failure, response: incoming.response)
            }
        }
    }

    /// Whether a response answers a request for a part. The target's validation doesn't know such requests.
    private func acceptsPart(_ incoming: IncomingResponse) -> Bool {
        guard state.withLock({ $0.machine.part != nil }) else { return false }
        let status = incoming.head.statusCode
        return status == 416 || status == 206 && incoming.context.target.validation.accepts(200)
    }

    /// Writes the body of a response that a plugin returned in place of the server's response.
    func save(_ response: Response) async throws(TalynError) -> Response {
        do {
            let response = try response.filter(statusCodes: 200...299)
            try await open()
            let file = try await write(try response.contents())
            return file.map { response.with(file: $0.url, length: $0.length) } ?? response
        } catch {
            throw TalynError(error, response: response)
        }
    }

    /// Writes a whole file.
    private func write(_ data: Data) async throws -> (url: URL, length: Int64)? {
        state.withLock { $0.machine.forget() }
        return try await write(HTTPBody(data).inPieces, from: 0, end: nil) { _ in }
    }

    /// Writes a body to its position in the file.
    ///
    /// - Parameter onReceive: Receives the number of bytes of the body that arrived.
    /// - Returns: The file at its destination; nil if the body ended before the file did.
    private func write(
        _ body: HTTPBody,
        from start: Int64,
        end: Int64?,
        onReceive: @escaping (Int64) -> Void
    ) async throws -> (url: URL, length: Int64)? {
        guard let file = state.withLock(\.file) else { throw BodyError.destinationInUse(destination.url) }
        let version = state.withLock(\.machine.version)
        let total = version?.length
        state.withLock { $0.isUntouched = false }
        do {
            try await FileWork.run { try file.prepare(from: start, version: version) }
        } catch {
            // The file may still have bytes of another version.
            if start == 0 { state.withLock { $0.machine.forget() } }
            throw error
        }
        onCount(start, total)
        do {
            let body = end.map { body.limited(to: $0 - start, BodyError.unexpectedPart) } ?? body
            _ = try await file.file.write(body, inMemory: body.data) { [onCount] received in
                onReceive(received)
                onCount(start + received, total)
            }
            try await note(file)
        } catch {
            // The bytes that arrived are in the file.
            try? await note(file)
            try? await FileWork.run { try file.synchronize(version: version) }
            switch error {
            case BodyError.unexpectedPart, BodyError.longerThanDeclared:
                state.withLock { $0.machine.forget() }
                throw BodyError.unexpectedPart
            case BodyError.shorterThanDeclared:
                // The connection dropped.
                throw TransportError(.connectionLost)
            default:
                throw error
            }
        }
        let count = state.withLock(\.machine.count)
        if let expected = total ?? end, count < expected { return nil }
        try await place(file)
        return (destination.url, count)
    }

    /// The length of the whole file in bytes; nil if it isn't known.
    var total: Int64? { state.withLock(\.machine.version?.length) }

    private func note(_ file: PartialFile) async throws {
        let count = try await FileWork.run { try file.file.length }
        state.withLock { $0.machine.reach(count) }
    }
}

public import Foundation

extension Provider {
    /// A call of the target whose response becomes a file, which goes on where a connection was cut.
    ///
    /// The file grows beside its destination, and appears there once it is complete, in one step. After a cut, only what is
    /// missing is asked for, if the server has said by what its version can be told from others: with a strong entity tag
    /// or a date (RFC 9110, sections 14.2 and 13.1.5). If there is another version by then, the download starts over. A cut
    /// that came behind new bytes is gone on after at once; where nothing new arrives, the call fails, unless a plugin such
    /// as ``RetryPlugin`` makes it again. The length is verified, and the digest if the server says one (RFC 9530), for
    /// which the trait `Crypto` is needed.
    ///
    /// The call is made when the stream is read. A status outside 200 to 299 fails it, since an error page is not the file.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - destination: Where the file goes, and what is to be heeded on the way.
    ///   - options: How it is called, where that is not as the target says.
    /// - Returns: What tells how far it has come, and ends with a response whose ``Response/fileURL`` is the file.
    public func download(
        _ target: Target,
        to destination: TransferDestination,
        options: RequestOptions = RequestOptions()
    ) -> TransferStream {
        TransferStream(of: .received, time: time) { [self] (onCount) async throws(TalynError) in
            try await downloaded(target, to: destination, options) { count, total in
                onCount(TransferCount(direction: .received, completed: count, total: total))
            }
        }
    }

    /// A call of the target whose response becomes a file, which goes on where a connection was cut; see
    /// ``download(_:to:options:)-(_,TransferDestination,_)``.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - file: Where the file goes. Nothing may be there, but its directory.
    ///   - options: How it is called, where that is not as the target says.
    /// - Returns: What tells how far it has come, and ends with a response whose ``Response/fileURL`` is the file.
    public func download(
        _ target: Target,
        to file: URL,
        options: RequestOptions = RequestOptions()
    ) -> TransferStream {
        download(target, to: TransferDestination(file), options: options)
    }
}

extension MultiProvider {
    /// A call of the target whose response becomes a file; see ``Provider/download(_:to:options:)-(_,TransferDestination,_)``.
    // A target that is in a wrapping already is the inherited method's.
    @_disfavoredOverload
    public final func download(
        _ target: some TargetType,
        to destination: TransferDestination,
        options: RequestOptions = RequestOptions()
    ) -> TransferStream {
        download(MultiTarget(target), to: destination, options: options)
    }

    /// A call of the target whose response becomes a file; see ``Provider/download(_:to:options:)-(_,TransferDestination,_)``.
    @_disfavoredOverload
    public final func download(
        _ target: some TargetType,
        to file: URL,
        options: RequestOptions = RequestOptions()
    ) -> TransferStream {
        download(MultiTarget(target), to: TransferDestination(file), options: options)
    }
}

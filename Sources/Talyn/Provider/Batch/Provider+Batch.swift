extension Provider {
    /// Calls of many targets, of which only so many are under way at the same time.
    ///
    /// Nothing is called yet: ``Batch`` says how to get at the results.
    ///
    /// - Parameters:
    ///   - targets: What to call. They are taken from the sequence at once.
    ///   - limit: How many calls may be under way at the same time; less than 1 counts as 1.
    ///   - options: How they are called, where that is not as the targets say.
    public func batch(
        _ targets: some Sequence<Target>,
        limit: Int = 4,
        options: RequestOptions = RequestOptions()
    ) -> Batch<Target> {
        Batch(targets, limit: limit) { target in await self.result(of: target, options) }
    }

    fileprivate func result(of target: Target, _ options: RequestOptions) async -> Result<Response, TalynError> {
        do throws(TalynError) {
            return .success(try await response(to: target, options))
        } catch {
            return .failure(error)
        }
    }
}

extension MultiProvider {
    /// Calls of many targets of another type, of which only so many are under way at the same time.
    ///
    /// - Parameters:
    ///   - targets: What to call. They are taken from the sequence at once.
    ///   - limit: How many calls may be under way at the same time; less than 1 counts as 1.
    ///   - options: How they are called, where that is not as the targets say.
    // Targets that are in a wrapping already are the inherited method's.
    @_disfavoredOverload
    public final func batch<Other: TargetType>(
        _ targets: some Sequence<Other>,
        limit: Int = 4,
        options: RequestOptions = RequestOptions()
    ) -> Batch<Other> {
        Batch(targets, limit: limit) { target in await self.result(of: MultiTarget(target), options) }
    }
}

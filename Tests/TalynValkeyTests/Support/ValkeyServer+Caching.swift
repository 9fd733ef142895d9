#if Valkey
import TalynCache
import TalynCore
import TalynValkey
import TestSupport

@available(Valkey, *)
extension ValkeyServer {
    /// A transport of a process whose cache is in this server.
    ///
    /// - Parameter clock: The clock of the cache. The end of a turn is on its way when a call returns, so the next call can wait for it.
    func caching(
        _ origin: CountingOrigin,
        isShared: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        _ change: (inout ValkeyCacheStore.Options) -> Void = { _ in }
    ) -> InterceptedTransport {
        var options = ValkeyCacheStore.Options()
        change(&options)
        let store = ValkeyCacheStore(on: self, options: options, date: origin.date)
        let cache = HTTPCache(store, isShared: isShared, clock: clock, date: origin.date)
        return InterceptedTransport(CachePlugin(cache), over: origin)
    }
}
#endif

#if Tools
import Hummingbird
import NIOCore

/// What the server knows of a request besides the request itself.
struct HTTPBinContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    /// The client's IP address.
    let origin: String

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        origin = source.channel.remoteAddress?.ipAddress ?? ""
    }
}
#endif

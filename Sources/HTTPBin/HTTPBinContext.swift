#if Tools
import Hummingbird
import _TalynSupport

/// The context of a request: the client's address, and the path parameters.
struct HTTPBinContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    /// The client's IP address.
    let origin: String

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        origin = source.channel.remoteAddress?.ipAddress ?? ""
    }
}

extension HTTPBinContext {
    /// The path parameter `name` as a number. If it isn't a number, the response has status 404.
    func count(_ name: String) throws -> Int {
        guard let count = parameters.get(name, as: Int.self), count >= 0 else {
            throw HTTPError(.notFound)
        }
        return count
    }

    /// The path parameter `name`, decoded.
    func text(_ name: String) throws -> String {
        try parameters.require(name).percentDecodedLeniently
    }
}
#endif

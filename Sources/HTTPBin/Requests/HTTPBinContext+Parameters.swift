#if Tools
import Hummingbird

extension HTTPBinContext {
    /// The path parameter called `name` as a number; a path where it is none does not exist.
    func count(_ name: String) throws -> Int {
        guard let count = parameters.get(name, as: Int.self), count >= 0 else {
            throw HTTPError(.notFound)
        }
        return count
    }

    /// The path parameter called `name` without percent escapes.
    func text(_ name: String) throws -> String {
        String(decoding: try parameters.require(name).utf8.percentDecoded { _ in true }, as: UTF8.self)
    }
}
#endif

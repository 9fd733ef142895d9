#if Tools
import ArgumentParser
import Talyn

/// A SHA-256 digest, as `sha256sum` writes it.
struct DigestArgument: ExpressibleByArgument {
    let digest: ContentDigest

    init?(argument: String) {
        guard let digest = try? ContentDigest(.sha256, hex: argument) else { return nil }
        self.digest = digest
    }
}
#endif

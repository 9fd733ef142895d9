import Foundation
import Moya

/// Loads stubbed answers from a bundle, one JSON file each.
public struct StubFiles {
    private let bundle: Bundle
    private let folder: String

    public init(bundle: Bundle, folder: String = "Stubs") {
        self.bundle = bundle
        self.folder = folder
    }

    public func data(_ name: String) -> Data {
        guard let url = bundle.url(forResource: name, withExtension: "json", subdirectory: folder),
            let data = try? Data(contentsOf: url)
        else { return Data() }
        return data
    }
}

public extension String {
    var utf8Data: Data { return Data(utf8) }
}

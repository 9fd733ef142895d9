import Foundation
import Moya

// CombineMoya has this name, too. `import Moya` alone doesn't bring it.

extension MoyaProvider {
    public func requestPublisher(_ target: Target, callbackQueue: DispatchQueue? = nil) -> String {
        return "own publisher of \(target.path)"
    }
}

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension POSIXError {
    /// The system's error that caused an error of `FileManager`; nil for another error.
    package static func cause(of error: any Error) -> POSIXError? {
        if let error = error as? POSIXError { return error }
        return (error as? CocoaError)?.underlying as? POSIXError
    }
}

#if canImport(Combine) && (canImport(UIKit) || canImport(AppKit))
public import Combine
public import Talyn

#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension AnyPublisher where Output == Response, Failure == TalynError {
    /// The body as an image, or `TalynError.imageMapping`.
    public func mapImage() -> AnyPublisher<PlatformImage, TalynError> {
        mapping { try $0.mapImage() }
    }
}
#endif

#if ReactiveSwift && (canImport(UIKit) || canImport(AppKit))
public import ReactiveSwift
public import Talyn

#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension SignalProducerProtocol where Value == Response, Error == TalynError {
    /// The body as an image, or `TalynError.imageMapping`.
    public func mapImage() -> SignalProducer<PlatformImage, TalynError> {
        mapping { try $0.mapImage() }
    }
}
#endif

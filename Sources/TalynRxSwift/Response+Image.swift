#if RxSwift && (canImport(UIKit) || canImport(AppKit))
public import RxSwift
public import Talyn

#if canImport(UIKit)
public import UIKit
#else
public import AppKit
#endif

extension PrimitiveSequence where Trait == SingleTrait, Element == Response {
    /// The body as an image, or `TalynError.imageMapping`.
    public func mapImage() -> Single<PlatformImage> {
        map { try $0.mapImage() }
    }
}

extension ObservableType where Element == Response {
    /// The body as an image, or `TalynError.imageMapping`.
    public func mapImage() -> Observable<PlatformImage> {
        map { try $0.mapImage() }
    }
}
#endif

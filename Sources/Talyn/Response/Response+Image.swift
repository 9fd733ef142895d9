#if canImport(UIKit)
public import UIKit

/// An image of the platform.
public typealias PlatformImage = UIImage
#elseif canImport(AppKit)
public import AppKit

/// An image of the platform.
public typealias PlatformImage = NSImage
#endif

#if canImport(UIKit) || canImport(AppKit)
extension Response {
    /// The body as an image.
    ///
    /// - Throws: ``TalynError/imageMapping(_:)`` when it is none that the system can read.
    public func mapImage() throws(TalynError) -> PlatformImage {
        guard let image = PlatformImage(data: data) else { throw .imageMapping(self) }
        return image
    }
}
#endif

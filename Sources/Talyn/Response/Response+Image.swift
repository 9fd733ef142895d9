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
    /// - Throws: ``TalynError/imageMapping(_:)`` when the system can't read it as an image, or
    ///   ``TalynError/underlying(_:_:)`` with a ``BodyError`` if the file of a download can't be read.
    public func mapImage() throws(TalynError) -> PlatformImage {
        guard let image = PlatformImage(data: try contents()) else { throw .imageMapping(self) }
        return image
    }
}
#endif

#if canImport(UIKit)
public import UIKit

/// The image type of the platform.
public typealias PlatformImage = UIImage
#elseif canImport(AppKit)
public import AppKit

/// The image type of the platform.
public typealias PlatformImage = NSImage
#endif

#if canImport(UIKit) || canImport(AppKit)
extension Response {
    /// Converts the body to an image.
    ///
    /// - Throws: ``TalynError/imageMapping(_:)`` if the body is not an image, or ``TalynError/underlying(_:_:)`` with a
    ///   ``BodyError`` if the file of a download can't be read.
    public func mapImage() throws(TalynError) -> PlatformImage {
        guard let image = PlatformImage(data: try contents()) else { throw .imageMapping(self) }
        return image
    }
}
#endif

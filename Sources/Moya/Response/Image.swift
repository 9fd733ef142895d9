#if canImport(UIKit)
public import UIKit

/// The image of the system.
public typealias ImageType = UIImage
#elseif canImport(AppKit)
public import AppKit

/// The image of the system.
public typealias ImageType = NSImage
#endif

#if canImport(UIKit) || canImport(AppKit)
/// The image of the system.
public typealias Image = ImageType

extension Response {
    /// The image in the body.
    ///
    /// - Throws: ``MoyaError/imageMapping(_:)`` if the body isn't an image.
    public func mapImage() throws -> Image {
        guard let image = Image(data: data) else { throw MoyaError.imageMapping(self) }
        return image
    }
}
#endif

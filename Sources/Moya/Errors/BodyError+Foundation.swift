import Foundation
import TalynCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Moya's users know the errors that Foundation has for files, and none of Talyn's.
extension BodyError {
    /// The error of a file that can't be uploaded, as `URLSession` reports it.
    var urlError: URLError {
        let code: URLError.Code =
            switch self {
            case .cannotRead(_, .ENOENT), .cannotRead(_, .ENOTDIR): .fileDoesNotExist
            case .cannotRead(_, .EACCES), .cannotRead(_, .EPERM): .noPermissionsToReadFile
            case .notAFile(let url): url.isDirectory ? .fileIsDirectory : .fileDoesNotExist
            case .cannotRead: .cannotOpenFile
            case .cannotWrite: .cannotWriteToFile
            case .shorterThanDeclared, .longerThanDeclared, .streamAlreadyUsed, .streamFailed:
                .requestBodyStreamExhausted
            default: .unknown
            }
        return URLError(code, userInfo: info)
    }

    /// The error of a file or a stream that can't be read or written, as `FileManager` reports it.
    var cocoaError: CocoaError {
        let code: CocoaError.Code =
            switch self {
            case .cannotRead(_, .ENOENT), .cannotRead(_, .ENOTDIR): .fileReadNoSuchFile
            case .cannotRead(_, .EACCES), .cannotRead(_, .EPERM): .fileReadNoPermission
            case .notAFile(let url) where !url.isFileURL: .fileReadUnsupportedScheme
            case .destinationExists: .fileWriteFileExists
            case .cannotWrite(_, .EEXIST): .fileWriteFileExists
            case .cannotWrite(_, .ENOENT), .cannotWrite(_, .ENOTDIR): .fileNoSuchFile
            case .cannotWrite(_, .EACCES), .cannotWrite(_, .EPERM): .fileWriteNoPermission
            case .cannotWrite(_, .ENOSPC): .fileWriteOutOfSpace
            case .cannotWrite(_, .EROFS): .fileWriteVolumeReadOnly
            case .cannotWrite, .destinationInUse: .fileWriteUnknown
            default: .fileReadUnknown
            }
        return CocoaError(code, userInfo: info)
    }

    /// The file; nil for a failure without one.
    var file: URL? {
        switch self {
        case .notAFile(let url), .cannotRead(let url, _), .cannotWrite(let url, _), .destinationExists(let url),
            .destinationInUse(let url):
            url
        default: nil
        }
    }

    private var info: [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: localizedDescription]
        info[NSFilePathErrorKey] = file?.path
        switch self {
        case .cannotRead(_, let code), .cannotWrite(_, let code):
            info[NSUnderlyingErrorKey] = NSError(domain: NSPOSIXErrorDomain, code: Int(code.rawValue))
        default: break
        }
        return info
    }
}

extension URL {
    var isDirectory: Bool {
        (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }
}

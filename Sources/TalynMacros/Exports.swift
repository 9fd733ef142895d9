// The code that the macros generate names types of these modules.
@_exported public import Foundation
@_exported public import Talyn

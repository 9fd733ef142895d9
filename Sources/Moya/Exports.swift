@_exported public import Talyn

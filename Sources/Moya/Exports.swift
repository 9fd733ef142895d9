// A file written for Moya imports Moya alone; all that it reaches is Talyn's.
@_exported public import Talyn

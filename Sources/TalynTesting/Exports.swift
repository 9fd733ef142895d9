@_exported public import Talyn
@_exported public import TalynRecordings
@_exported public import TalynStubs

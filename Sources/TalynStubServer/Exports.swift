@_exported public import TalynStubs

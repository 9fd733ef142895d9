@_exported public import TalynCore

// Users of stubs need the targets and providers.
@_exported public import TalynCore

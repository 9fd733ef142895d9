// Generated sources need the types of options, errors and patches.
@_exported public import TalynCore
@_exported public import TalynStreams

// The modules above the engine see what it stands on, too.
@_exported public import _TalynBase

@_exported public import TalynTransportOptions

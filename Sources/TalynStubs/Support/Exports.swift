// Stubs are of no use without what they stub.
@_exported public import Talyn

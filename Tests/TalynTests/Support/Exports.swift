// Files of this module see what is exported here and don't import it again.
@_exported import TestSupport

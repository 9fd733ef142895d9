// What the macros write names types of Talyn, Foundation and HTTPTypes; Talyn exports all of them.
@_exported public import Talyn

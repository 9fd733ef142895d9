// Targets name methods and header fields, so `import Talyn` brings these types, too. Each file of this module still imports
// the modules that it uses.
@_exported public import HTTPTypes

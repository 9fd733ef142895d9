// In a layout with a single module, the reactive operators come with `import Moya`.

#if canImport(Combine)
@_exported public import TalynCombine
#endif

#if ReactiveSwift
@_exported public import TalynReactiveSwift
#endif

#if RxSwift
@_exported public import TalynRxSwift
#endif

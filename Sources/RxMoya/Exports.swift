@_exported public import Moya
@_exported public import TalynRxSwift

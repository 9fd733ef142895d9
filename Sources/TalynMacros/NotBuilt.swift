#if !Macros
// Stand-ins for the macros in a build without the trait `Macros`: one error says how to enable it. The other attributes are
// macros of the toolchain that write nothing, so that they add no errors of their own.

@available(*, unavailable, message: "enable the trait of Talyn: .package(…, traits: [.defaults, \"Macros\"])")
@attached(peer)
public macro API(_ baseURL: Any...) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@available(*, unavailable, message: "enable the trait of Talyn: .package(…, traits: [.defaults, \"Macros\"])")
@attached(peer)
public macro Client(_ baseURL: Any...) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro GET(_ path: StaticString) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro HEAD(_ path: StaticString) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro POST(_ path: StaticString) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro PUT(_ path: StaticString) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro PATCH(_ path: StaticString) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro DELETE(_ path: StaticString) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro OPTIONS(_ path: StaticString) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro HTTP(_ method: StaticString, _ path: StaticString) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Query(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Field(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Header(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Path(_ values: StaticString..., name: StaticString? = nil) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Body(_ value: StaticString) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Part(
    _ values: StaticString...,
    name: StaticString? = nil,
    fileName: String? = nil,
    mimeType: String? = nil
) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro JSON() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Form() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Multipart() = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Headers(_ fields: [String: String]) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro KeyMapping(_ mapping: Talyn.KeyMapping) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Encoder(_ encoder: JSONEncoder) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro FormEncoder(_ encoder: URLEncodedFormEncoder) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Decoder(_ decoder: JSONDecoder) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Envelope(_ envelope: ResponseEnvelope?) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Options(
    timeout: Duration? = nil,
    idleTimeout: Duration? = nil,
    deadline: Duration? = nil,
    cachePolicy: URLRequest.CachePolicy? = nil,
    cookies: CookiePolicy? = nil,
    redirects: RedirectPolicy? = nil,
    idempotency: Idempotency? = nil,
    priority: RequestPriority? = nil,
    maximumResponseSize: Int64? = nil,
    compression: BodyCompression? = nil,
    secretHeaderFields: Set<String> = []
) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Validation(_ type: ValidationType) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Authorization(_ type: AuthorizationType?) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Sample(_ text: StaticString) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro Sample(_ data: Data) = #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro ResultType<Value: Decodable & Sendable>(_ type: Value.Type) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")

@attached(peer)
public macro FailureType<Value: DecodableFailure>(_ type: Value.Type) =
    #externalMacro(module: "ObservationMacros", type: "ObservationTrackedMacro")
#endif

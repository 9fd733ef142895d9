#if Tools && Macros
import Foundation
import TalynMacros

/// The API of httpbin as a target. Each case is an endpoint.
///
/// A value replaces its name in the path. Other values become parameters of the query, or of the body if the method has one.
@API("https://httpbin.org")
enum HTTPBinAPI: Equatable {
    @GET("/get") case get(page: Int)
    @POST("/post") case post(body: Issue)
    @PUT("/put") @Form @Field("isAdmin", name: "admin") case put(name: String, isAdmin: Bool)
    @DELETE("/delete") case delete(id: Int)

    @PATCH("/anything/notes?draft=1") @Headers(["Content-Type": "text/plain"]) @Body("text")
    case anything(text: String)

    @GET("/status/{code}") case status(Int)
    @GET("/headers") @Headers(["X-Talyn": "hello"]) case headers
    @GET("/bearer") case bearer
    @GET("/redirect/{times}") case redirect(times: Int)
    @GET("/delay/{seconds}") case delay(seconds: Int)
    @GET("/bytes/{count}") case bytes(Int)
    @GET("/stream/{lines}") case stream(lines: Int)
    @GET("/json") case json
    @GET("/uuid") case uuid
    @GET("/range/{count}") case range(Int)
    @GET("/events/{count}") case events(Int)
}

/// The body of `/post`, which the server sends back.
struct Issue: Codable, Equatable {
    var title: String
    var labels: [String]
}
#endif

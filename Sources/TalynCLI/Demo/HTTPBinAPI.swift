#if Tools && Macros
import Foundation
import TalynMacros

/// httpbin's interface as a target: each case is an endpoint, and each value of it a call.
///
/// A value goes where the path has its name in braces, else into the query, or into the body of a method that has one.
@API("https://httpbin.org")
@Validation(.successCodes)
enum HTTPBinAPI {
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

/// What `/post` is sent, and sends back.
struct Issue: Codable, Equatable {
    var title: String
    var labels: [String]
}
#endif

#if Macros
import Foundation
import TalynMacros

/// Endpoints that share settings, and some that have their own; ``WrittenSnakeAPI`` has the same ones.
@API("https://api.example.com")
@Coding(keys: .snakeCase)
@Headers(["Accept": "application/json", "X-Client": "shop"])
@Options(timeout: .seconds(30), priority: .high, secretHeaderFields: ["X-Token"])
@Validation(.successAndRedirectCodes)
@Authorization(.bearer)
@Sample("{}")
@FailureBodyType(Complaint.self)
enum DeclaredSnakeAPI {
    @GET("/search") case search(searchText: String, perPage: Int?, homeAddress: Author)
    @POST("/issues") @Coding(dates: .millisecondsSince1970)
    case create(issueTitle: String, firstAuthor: Author, dueAt: Date)
    @POST("/drafts") case draft(body: Draft)
    @POST("/login") @Form case login(userName: String, isRemembered: Bool)
    @POST("/accounts") @Form case signUp(body: Account)
    @POST("/kept") @Field("userName", name: "userName") @Query("perPage", name: "perPage")
    case kept(userName: String, perPage: Int, firstAuthor: Author)
    @POST("/photos") @Multipart @Headers(["Content-Type": "multipart/form-data; boundary=b"])
    case photo(imageData: Data, altText: String?)

    @GET("/plain")
    @Coding(keys: .unchanged)
    @Headers(["accept": "text/plain", "X-More": "1"])
    @Options(timeout: .seconds(5), secretHeaderFields: [])
    @Validation(.any)
    @Authorization(nil)
    @Sample("plain")
    @FailureBodyType(Author.self)
    case plain(perPage: Int)
}
#endif

#if Macros
import Testing

struct EncodersExpansionTests {
    @Test func decoderAndEnvelope() {
        expectExpansion(
            of: """
                @API @Decoder(Server.decoder) @Envelope(ResponseEnvelope()) enum Users {
                    @GET("/a") case a
                    @GET("/b") @Decoder(JSONDecoder()) @Envelope(nil) case b
                }
                """
        )
    }

    @Test func decoderAndEnvelopeOfAClient() {
        expectExpansion(
            of: """
                @Client("https://a.example") @KeyMapping(.snakeCase) @Decoder(Server.decoder) @Envelope(Server.envelope)
                struct Users {
                    @GET("/a") func a() async throws -> User
                }
                """
        )
    }

    @Test func encoders() {
        expectExpansion(
            of: """
                @API @Encoder(Server.encoder) @FormEncoder(Server.formEncoder) enum Users {
                    @GET("/a") case a(since: Date)
                    @POST("/b") case b(userName: String)
                    @POST("/c") @Query("page") @Encoder(Other.encoder) case c(body: User, page: Int)
                    @POST("/d") @Form case d(name: String)
                    @POST("/e") @KeyMapping(.snakeCase) case e(userName: String)
                }
                """
        )
    }

    @Test func envelopeByHandWins() {
        expectExpansion(of: .api(#"@GET("/a") case a"#, "var envelope: ResponseEnvelope? { ResponseEnvelope() }"))
    }
}
#endif

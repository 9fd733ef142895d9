import Testing

@testable import _TalynSupport

struct ChallengeTests {
    private func challenge(_ scheme: String, _ parameters: [String: String] = [:]) -> Challenge {
        Challenge(scheme: scheme, parameters: parameters)
    }

    @Test func parametersBelongToTheirChallenge() {
        #expect(
            Challenge.challenges(in: #"Newauth realm="apps", type=1, title="Login to \"apps\"", Basic realm="simple""#)
                == [
                    challenge("newauth", ["realm": "apps", "type": "1", "title": #"Login to "apps""#]),
                    challenge("basic", ["realm": "simple"]),
                ]
        )
    }

    @Test func commasInQuotesSeparateNothing() {
        #expect(
            Challenge.challenges(in: #"Digest realm="a, Basic realm=b", qop="auth,auth-int",nonce="n""#)
                == [challenge("digest", ["realm": "a, Basic realm=b", "qop": "auth,auth-int", "nonce": "n"])]
        )
    }

    @Test func tokensOfOtherSchemesArePassedOver() {
        #expect(
            Challenge.challenges(in: #"Negotiate YII/a+b==, NTLM, Basic realm="x""#)
                == [challenge("negotiate"), challenge("ntlm"), challenge("basic", ["realm": "x"])]
        )
    }

    @Test func caseAndWhiteSpaceMeanNothing() {
        #expect(
            Challenge.challenges(in: "  ,, BASIC\t Realm = x ,\tCharset=\"UTF-8\" , ")
                == [challenge("basic", ["realm": "x", "charset": "UTF-8"])]
        )
    }

    @Test func firstOfRepeatedParametersCounts() {
        #expect(Challenge.challenges(in: "Basic realm=a, REALM=b") == [challenge("basic", ["realm": "a"])])
    }

    @Test(arguments: [
        "", ",", "=", "\"", "Basic=", "a=b", "=Basic", "Basic realm", "Basic realm=", "Basic realm=\"", "Basic \"",
        "Basic realm=\"a\\", "Basic realm=\"a\" b", "Digest ,=,", "\u{FC}", "Basic realm=\u{FC}", ";",
    ])
    func invalidChallengesAreHarmless(_ value: String) {
        let challenges = Challenge.challenges(in: value)
        #expect(challenges.count <= 2)
        #expect(challenges.allSatisfy { !$0.scheme.isEmpty })
    }

    @Test func challengesBeforeAMistakeCount() {
        #expect(
            Challenge.challenges(in: "Basic realm=a, Digest realm=\"b") == [
                challenge("basic", ["realm": "a"]), challenge("digest"),
            ]
        )
    }
}

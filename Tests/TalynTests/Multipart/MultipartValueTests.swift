import Foundation
import Talyn
import Testing

struct MultipartValueTests {
    @Test func bytesAreThePart() {
        let data = Data("abc".utf8)
        #expect(MultipartFormData(data, name: "a") == MultipartFormData(provider: .data(data), name: "a"))
        #expect(
            MultipartFormData(data, name: "a", fileName: "b.png", mimeType: "image/webp")
                == MultipartFormData(provider: .data(data), name: "a", fileName: "b.png", mimeType: "image/webp")
        )
    }

    @Test func fileIsReadWhileItIsSent() {
        let file = URL(fileURLWithPath: "/no/such/file")
        #expect(MultipartFormData(file, name: "a") == MultipartFormData(provider: .file(file), name: "a"))
        #expect(
            MultipartFormData(file, name: "a", fileName: "b", mimeType: "text/plain")
                == MultipartFormData(provider: .file(file), name: "a", fileName: "b", mimeType: "text/plain")
        )
    }

    @Test func textIsThatOfTheValue() {
        #expect(content(MultipartFormData("ü", name: "a")) == "ü")
        #expect(content(MultipartFormData(2.0, name: "a")) == "2")
        #expect(content(MultipartFormData(true, name: "a")) == "true")
        #expect(content(MultipartFormData(RequestValues.State.open, name: "a")) == "is open")
        #expect(content(MultipartFormData(RequestValues.Level.high, name: "a")) == "3")
        let part = MultipartFormData("{}", name: "a", fileName: "b", mimeType: "application/json")
        #expect(part.name == "a" && part.fileName == "b" && part.mimeType == "application/json")
        let level = MultipartFormData(RequestValues.Level.high, name: "a", fileName: "b", mimeType: "c/d")
        #expect(level.name == "a" && level.fileName == "b" && level.mimeType == "c/d")
        let state = MultipartFormData(RequestValues.State.open, name: "a", fileName: "b", mimeType: "c/d")
        #expect(state.name == "a" && state.fileName == "b" && state.mimeType == "c/d")
    }

    private func content(_ part: MultipartFormData) -> String? {
        if case .data(let data) = part.provider { String(decoding: data, as: UTF8.self) } else { nil }
    }
}

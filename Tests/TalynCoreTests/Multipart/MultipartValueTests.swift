import Foundation
import TalynCore
import Testing

struct MultipartValueTests {
    @Test func bytesAreThePart() {
        let data = Data("abc".utf8)
        #expect(MultipartPart(data, name: "a") == MultipartPart(content: .data(data), name: "a"))
        #expect(
            MultipartPart(data, name: "a", fileName: "b.png", contentType: "image/webp")
                == MultipartPart(content: .data(data), name: "a", fileName: "b.png", contentType: "image/webp")
        )
    }

    @Test func fileIsReadWhileItIsSent() {
        let file = URL(fileURLWithPath: "/no/such/file")
        #expect(MultipartPart(file, name: "a") == MultipartPart(content: .file(file), name: "a"))
        #expect(
            MultipartPart(file, name: "a", fileName: "b", contentType: "text/plain")
                == MultipartPart(content: .file(file), name: "a", fileName: "b", contentType: "text/plain")
        )
    }

    @Test func textIsThatOfTheValue() {
        #expect(content(MultipartPart("ü", name: "a")) == "ü")
        #expect(content(MultipartPart(2.0, name: "a")) == "2")
        #expect(content(MultipartPart(true, name: "a")) == "true")
        #expect(content(MultipartPart(RequestValues.State.open, name: "a")) == "is open")
        #expect(content(MultipartPart(RequestValues.Level.high, name: "a")) == "3")
        let part = MultipartPart("{}", name: "a", fileName: "b", contentType: "application/json")
        #expect(part.name == "a" && part.fileName == "b" && part.contentType == "application/json")
        let level = MultipartPart(RequestValues.Level.high, name: "a", fileName: "b", contentType: "c/d")
        #expect(level.name == "a" && level.fileName == "b" && level.contentType == "c/d")
        let state = MultipartPart(RequestValues.State.open, name: "a", fileName: "b", contentType: "c/d")
        #expect(state.name == "a" && state.fileName == "b" && state.contentType == "c/d")
    }

    private func content(_ part: MultipartPart) -> String? {
        if case .data(let data) = part.content { String(decoding: data, as: UTF8.self) } else { nil }
    }
}

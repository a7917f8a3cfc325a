import Testing

@testable import TrackStore

@Suite("JSON, as SQLite reads it")
struct JSONReaderTests {
  @Test("is what SQLite says it is")
  func validity() throws {
    let reader = try JSONReader()
    let texts = [#"{"a":1}"#, "3", "{a:1}", "", #"{"a":NaN}"#].map { reader.isJSON($0) }
    #expect(texts == [true, true, false, false, false])
  }

  @Test("has its members told in order, numbers as they stand there")
  func members() throws {
    let reader = try JSONReader()
    let members = reader.members(ofJSON: #"{"text":"🤩 \"x\"","n":-1.5,"ok":true,"no":null,"deep":{"a":1}}"#)
    #expect(
      members == [
        JSONMember(name: "text", value: #"🤩 "x""#, isNumber: false),
        JSONMember(name: "n", value: "-1.5", isNumber: true),
        JSONMember(name: "ok", value: "1", isNumber: true),
      ])
    let others = ["[1,2]", "{", ""].map { reader.members(ofJSON: $0) }
    #expect(others == [[], [], []])
  }

  @Test("loses the members that are named, and only those of an object")
  func removing() throws {
    let reader = try JSONReader()
    let texts = [#"{"a":1, "b":{"a":2}, "c":"x"}"#, #"{"a":1}"#, "[1]", "3", "{"].map {
      reader.removing(["a", "c"], fromJSON: $0)
    }
    #expect(texts == [#"{"b":{"a":2}}"#, "{}", nil, nil, nil])
  }
}

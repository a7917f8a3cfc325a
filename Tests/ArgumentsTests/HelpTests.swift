import Arguments
import Testing

@Suite("Help")
struct HelpTests {
  @Test("The short help is one line for each option")
  func short() {
    #expect(
      sample.manual(of: "waylog").help(.short) == """
        Usage: waylog record [OPTIONS] [HOST[:PORT[:DEVICE]]]

        Record what a receiver says until it is interrupted.

        Storage:
          -d, --database PATH  Use the database at PATH

        Recording:
          -n, --count COUNT    Stop after COUNT fixes
              --profile NAME   Keep what this way of travel needs
              --shortest-interval DURATION
                               Store no two fixes closer than this
          -p, --[no-]pause     Stop storing while at rest
          -j, --json           Print one JSON object a line
          -q, --quiet          Print errors only

        Help:
          -h, --help           Print help; --help tells more than -h

        """)
  }

  @Test("The long help tells details, words, variables, examples and exit statuses")
  func long() {
    let help = sample.manual(of: "waylog").help(.long, width: 60)
    #expect(
      help == """
        Usage: waylog record [OPTIONS] [HOST[:PORT[:DEVICE]]]

        Record what a receiver says until it is interrupted.

        The first receiver with a fix is followed; others are
        counted and left alone.

        Storage:
          -d, --database PATH
                  Use the database at PATH.
                  A file that does not exist yet is created,
                  readable by its owner alone.
                  Environment: SAMPLE_DATABASE

        Recording:
          -n, --count COUNT
                  Stop after COUNT fixes.

              --profile NAME
                  Keep what this way of travel needs.
                  One of: walking, cycling, automotive

              --shortest-interval DURATION
                  Store no two fixes closer than this.

          -p, --[no-]pause
                  Stop storing while at rest.
                  Environment: SAMPLE_PAUSE

          -j, --json
                  Print one JSON object a line.
                  Environment: SAMPLE_JSON

          -q, --quiet
                  Print errors only.

        Help:
          -h, --help
                  Print help; --help tells more than -h.

        Examples:
          waylog record -n 5
                  Stores five fixes and ends.

        Exit status:
          0   done
          64  the command line cannot be meant

        """)
  }

  @Test("No line is wider than asked for nor ends in blanks", arguments: [60, 80, 100])
  func widths(width: Int) {
    let manual = sample.manual(of: "waylog")
    let texts = [manual.help(.short, width: width), manual.help(.long, width: width), sampleTool.help(width: width)]
    for line in texts.flatMap({ $0.split(separator: "\n") }) {
      #expect(line.count <= width)
      #expect(!line.hasSuffix(" "))
    }
  }

  @Test("The help of the program lists its commands by category")
  func tool() {
    #expect(
      sampleTool.help() == """
        Usage: waylog COMMAND [OPTIONS] [OPERANDS]

        Keep the tracks that gpsd sees.

        Recording:
          record     Record in the foreground
          mark       Note the place

        Reading:
          export     Write sessions to files

        Options:
          --help     Print this help
          --version  Print versions

        'waylog COMMAND --help' tells all about a command, '-h' the essence.

        """)
  }
}

@Suite("Tables")
struct FaultTests {
  @Test("A sound table has no faults")
  func sound() {
    #expect(sample.faults.isEmpty)
    #expect(sampleTool.faults.isEmpty)
  }

  @Test("Every fault of a table is named")
  func faults() {
    let table = Command<Int>(
      "bad", summary: "No sentence",
      options: [
        OptionGroup(
          "One",
          [
            .flag("same", short: "s", "Fine") { _ in },
            .flag("same", short: "h", "Ends with a stop.") { _ in },
            .flag("Größe", short: "ö", "") { _ in },
            .flag("no-thing", String(repeating: "x", count: 60)) { _ in },
            .value("value", short: "s", "path", "Fine", as: .text) { _, _ in },
            .value("number", "N", "Fine", default: "x", as: .integer(in: 1...2)) { _, _ in },
          ])
      ])
    #expect(
      table.faults == [
        "bad: -s is there twice", "bad: -h is there twice", "bad: --same is there twice",
        "bad: the summary is no sentence", "bad: --number: its own default is refused",
        "bad: --same: the summary ends with a full stop",
        "bad: --Größe: the summary has not 1 to 59 characters",
        "bad: --Größe: the name is not made of a-z, 0-9 and single dashes",
        "bad: --Größe: -ö is no letter or digit",
        "bad: --no-thing: the summary has not 1 to 59 characters",
        "bad: --no-thing: the name begins as if it were undone",
        "bad: --value: the placeholder is not in capitals",
      ])
  }

  @Test("A command that is listed twice is a fault")
  func commands() {
    let a = Command<Int>("a", summary: "One.")
    let tool = Tool<Int>(
      "t", summary: "Two.", groups: [.init("All", [.command(a, "One") { _ in 1 }, .command(a, "Two.") { _ in 2 }])],
      standard: "b")
    #expect(tool.faults == ["t: a is there twice", "t: no b", "a: the summary ends with a full stop"])
  }
}

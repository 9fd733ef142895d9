import TalynCore
import TalynStubs

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The page of a ``TrafficReport``: its markup and its style. All content of the recording is added by the script, as text.
enum ReportPage {
    /// The page.
    ///
    /// - Parameters:
    ///   - title: The title, as text.
    ///   - entries: The entries as JSON, without the character `<`.
    ///   - nonce: A value that no recording can know. The page runs no script without it.
    static func html(title: String, entries: String, nonce: String) -> String {
        let title = title.escapedForMarkup
        let policy = "default-src 'none'; style-src 'nonce-\(nonce)'; script-src 'nonce-\(nonce)'; img-src data:"
        return """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(policy); base-uri 'none'; form-action 'none'">
            <title>\(title)</title>
            <style nonce="\(nonce)">\(style)</style>
            </head>
            <body>
            <header><h1>\(title)</h1><p id="place" hidden></p><p id="totals"></p><p id="legend" role="group" aria-label="Colours of the waterfall"></p></header>
            <form id="filters" role="search">
            <input id="text" type="search" placeholder="Filter by text (/)" aria-label="Text" autocomplete="off">
            <select id="host" aria-label="Host"></select>
            <select id="status" aria-label="Status"></select>
            <select id="type" aria-label="Type"></select>
            <select id="role" aria-label="Kind of exchange"></select>
            <input id="least" type="number" min="0" placeholder="at least ms" aria-label="Least duration in milliseconds">
            <button id="clear" type="reset">Clear</button>
            <button id="groups" type="button"></button>
            </form>
            <details id="statistics"><summary>Totals by host and by target</summary></details>
            <main>
            <section id="list" aria-label="Calls">
            <div id="scroller" tabindex="0" role="treegrid" aria-label="Calls">
            <div id="head" role="row" aria-rowindex="1"></div>
            <div id="rows" role="rowgroup"></div>
            </div>
            </section>
            <aside id="details" aria-label="Details" hidden></aside>
            </main>
            <noscript>This page needs JavaScript. It loads nothing from the network.</noscript>
            <script type="application/json" id="entries" nonce="\(nonce)">\(entries)</script>
            <script nonce="\(nonce)">\(ReportScript.text)</script>
            </body>
            </html>

            """
    }

    private static let style = """

        :root { color-scheme: light dark; --back: #fff; --text: #1d2126; --quiet: #66707a; --line: #dde2e7; --mark: #e8f0fe;
          --accent: #1a63d8; --bad: #c62f2f; --warn: #a66300; --good: #1d7f3f; --send: #7c5cd6; --wait: #3b82d6;
          --receive: #2aa35a; --connect: #d68a1e; --blocked: #a7b0b9; }
        @media (prefers-color-scheme: dark) { :root { --back: #15181c; --text: #e4e8ec; --quiet: #97a1ab; --line: #2c3238;
          --mark: #1d2c44; --accent: #7aabff; --bad: #ff7b72; --warn: #e3a64a; --good: #56c978; --blocked: #59626b; } }
        * { box-sizing: border-box; }
        html, body { height: 100%; margin: 0; }
        body { display: flex; flex-direction: column; background: var(--back); color: var(--text);
          font: 13px/1.45 system-ui, sans-serif; }
        header { display: flex; gap: 1em; align-items: baseline; flex-wrap: wrap; padding: 8px 12px 0; }
        h1 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
        #place { color: var(--text); overflow-wrap: anywhere; }
        h2 { font-size: 13px; margin: 14px 0 4px; }
        p { margin: 0; color: var(--quiet); }
        form { display: flex; gap: 6px; flex-wrap: wrap; padding: 8px 12px; }
        input, select, button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line);
          border-radius: 5px; padding: 3px 7px; max-width: 100%; }
        #text { flex: 1 1 220px; }
        #least { width: 110px; }
        select { max-width: 220px; }
        button { cursor: pointer; }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
        #legend { display: flex; flex-wrap: wrap; gap: 0 12px; margin-left: auto; }
        #legend i, #legend b, th i { display: inline-block; width: 10px; height: 10px; margin-right: 5px; }
        #statistics { padding: 0 12px 6px; }
        #statistics > div { max-height: 40vh; overflow: auto; }
        summary { cursor: pointer; }
        main { flex: 1; min-height: 0; display: flex; border-top: 1px solid var(--line); }
        #list { flex: 1 1 60%; min-width: 0; min-height: 0; display: flex; flex-direction: column; }
        #head, .row { display: grid; grid-template-columns: 56px 64px 48px minmax(150px, 4fr) minmax(50px, 1fr) 48px 60px 62px
          minmax(90px, 2fr); gap: 0 8px; padding: 0 12px; align-items: center; }
        #head { position: sticky; top: 0; z-index: 1; background: var(--back); border-bottom: 1px solid var(--line); }
        #head button { border: 0; padding: 4px 0; text-align: left; color: var(--quiet); }
        #head [aria-sort] button { color: var(--text); font-weight: 600; }
        #scroller { flex: 1; overflow-y: auto; }
        #rows { position: relative; }
        .row { position: absolute; left: 0; right: 0; height: 26px; cursor: default; border-bottom: 1px solid var(--line); }
        .row > span { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .row[aria-selected=true] { background: var(--mark); }
        #scroller:focus-visible .row[aria-selected=true] { outline: 2px solid var(--accent); outline-offset: -2px; }
        .row > .index { display: flex; justify-content: flex-end; }
        .marker { border: 0; padding: 0; width: 20px; margin-right: auto; background: none; }
        .row > .address { display: flex; gap: 6px; align-items: center; }
        .labels { display: contents; }
        .path { flex: 1 1 50%; min-width: 30%; display: flex; overflow: hidden; white-space: pre; }
        .path > span { flex: 0 9999 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; }
        .path > .tail { flex-shrink: 1; }
        .level1 .path { flex: 0 99 auto; min-width: 5em; }
        .level2 .address { grid-column: span 2; padding-left: 14px; }
        .label { flex: none; overflow: hidden; text-overflow: ellipsis; border: 1px solid; border-radius: 4px; padding: 0 4px;
          font-size: 11px; line-height: 16px; }
        .label.first, .label.count { color: var(--quiet); }
        .label.retry { color: var(--warn); } .label.redirect { color: var(--accent); } .label.cache { color: var(--good); }
        .row:not([aria-expanded]) .label.retry { flex-shrink: 1; }
        .number { text-align: right; font-variant-numeric: tabular-nums; }
        .good { color: var(--good); } .warn { color: var(--warn); } .bad { color: var(--bad); }
        .quiet { color: var(--quiet); }
        .bars { position: relative; height: 12px; overflow: hidden; }
        .bars i { position: absolute; top: 0; height: 100%; min-width: 1px; }
        .bars b { position: absolute; top: 0; width: 10px; height: 100%; }
        .bars b, #legend b { background: var(--good); clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%); }
        .blocked { background: var(--blocked); } .connect, .dns, .ssl { background: var(--connect); }
        .send { background: var(--send); } .wait { background: var(--wait); } .receive { background: var(--receive); }
        #details { flex: 1 1 40%; min-width: 320px; max-width: 60%; overflow: auto; border-left: 1px solid var(--line);
          padding: 8px 12px 30px; }
        .exchanges td { width: 1%; white-space: nowrap; } .exchanges td:nth-child(3) { width: auto; white-space: normal; }
        .exchanges [aria-current] { font-weight: 600; background: var(--mark); }
        #details .bars { height: 16px; margin: 6px 0; }
        table { border-collapse: collapse; width: 100%; }
        th, td { text-align: left; vertical-align: top; padding: 2px 8px 2px 0; overflow-wrap: anywhere; }
        th { font-weight: 500; color: var(--quiet); white-space: nowrap; width: 1%; }
        pre { margin: 4px 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.5 ui-monospace, monospace; }
        .tree { font: 12px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
        .tree details, .tree div { margin-left: 14px; }
        img { max-width: 100%; max-height: 50vh; background: repeating-conic-gradient(#8883 0 25%, transparent 0 50%) 0 / 16px 16px; }
        @media (max-width: 760px) {
          .wide, #legend { display: none; }
          #head { display: flex; gap: 0 16px; }
          .row { height: 46px; grid-template: "index method path path" 22px "index status labels time" 20px / 36px 64px 1fr auto; }
          .row > .index { grid-area: index; flex-direction: column; align-items: flex-end; }
          .row > .method { grid-area: method; } .row > .status { grid-area: status; } .row > .time { grid-area: time; }
          .row > .address { display: contents; }
          .path, .level1 .path { grid-area: path; min-width: 0; }
          .labels { grid-area: labels; display: flex; gap: 6px; min-width: 0; overflow: hidden; }
          .level2 .path { padding-left: 8px; } .level2 .labels { padding-left: 8px; }
          .label, .row .label.retry { flex-shrink: 1; min-width: 2em; }
          .marker { margin: 0; }
          .totals, .totals tr, .totals th { display: block; }
          .totals tr { padding: 4px 0; border-bottom: 1px solid var(--line); }
          .totals th { width: auto; white-space: normal; color: var(--text); }
          .totals td { display: inline-block; padding: 0 12px 0 0; white-space: nowrap; }
          .totals td::before { content: attr(data-title) " "; color: var(--quiet); }
          .totals th[scope=col]:not(:first-child) { display: none; }
          main { flex-direction: column; }
          #details { max-width: none; min-width: 0; border-left: 0; border-top: 1px solid var(--line); flex-basis: 55%; }
        }

        """
}

extension String {
    /// The text for an element of HTML.
    fileprivate var escapedForMarkup: String {
        replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }
}

// Scripts/update-report writes this file. Change the files in Scripts/report instead.

/// The page of a ``TrafficReport``. Its script makes elements and texts, and never markup of a recording's content.
enum ReportPage {
    /// The page.
    ///
    /// - Parameters:
    ///   - title: The title, as markup.
    ///   - entries: The entries as JSON, without the character `<`.
    ///   - nonce: A value that no recording can know. The page runs no script without it.
    static func html(title: String, entries: String, nonce: String) -> String {
        #"""
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-\#(nonce)'; script-src 'nonce-\#(nonce)'; img-src data:; base-uri 'none'; form-action 'none'">
        <title>\#(title)</title>
        <style nonce="\#(nonce)">
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
        .track { position: relative; height: 30px; margin: 6px 0; border: 1px solid var(--line); border-radius: 4px;
          background: linear-gradient(var(--line), var(--line)) 0 50% / 100% 1px no-repeat; }
        .track i { position: absolute; width: 3px; height: 12px; border-radius: 1px; cursor: pointer; }
        .track .sent { top: 1px; background: var(--send); } .track .received { bottom: 1px; background: var(--receive); }
        .messages td { white-space: nowrap; } .messages td:last-child { width: 100%; white-space: normal; }
        td.sent { color: var(--send); } td.received { color: var(--receive); }
        code { font: 12px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
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
        </style>
        </head>
        <body>
        <header><h1>\#(title)</h1><p id="place" hidden></p><p id="totals"></p><p id="legend" role="group" aria-label="Colours of the waterfall"></p></header>
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
        <script type="application/json" id="entries" nonce="\#(nonce)">\#(entries)</script>
        <script nonce="\#(nonce)">
        "use strict";
        const $ = id => document.getElementById(id);
        function element(name, properties, ...children) {
          const node = document.createElement(name);
          for (const [key, value] of Object.entries(properties || {})) {
            if (value === undefined || value === null) continue;
            if (key in node && key !== "list") node[key] = value; else node.setAttribute(key, value);
          }
          node.append(...children.filter(child => child !== undefined && child !== null));
          return node;
        }
        function text(value) {
          if (value === undefined || value === null) return "";
          return typeof value === "object" ? JSON.stringify(value) : String(value);
        }
        const list = value => Array.isArray(value) ? value : [];
        const positive = value => typeof value === "number" && value > 0 ? value : 0;
        const milliseconds = value => value >= 1000 ? (value / 1000).toFixed(2) + " s" : value.toFixed(value < 10 ? 1 : 0) + " ms";
        const bytes = value => value >= 1e6 ? (value / 1e6).toFixed(1) + " MB" : value >= 1e3 ? (value / 1e3).toFixed(1) + " kB" : value + " B";

        function kind(mimeType) {
          const type = text(mimeType).toLowerCase();
          if (type.includes("json")) return "json";
          if (type.startsWith("image/")) return "image";
          if (type.includes("event-stream")) return "events";
          if (type.includes("html")) return "html";
          if (type.includes("xml")) return "xml";
          if (type.includes("javascript") || type.includes("css")) return "code";
          if (type.startsWith("text/")) return "text";
          return type ? "binary" : "none";
        }

        /// The messages of a WebSocket, as Chrome writes them. Others may be control frames, which aren't messages.
        const messagesOf = entry => list(entry._webSocketMessages).filter(message => message && ["send", "receive"].includes(message.type) &&
          [undefined, null, 1, 2].includes(message.opcode));
        const isSocket = entry => entry._resourceType === "websocket" || list(entry._webSocketMessages).length > 0;
        const isBinary = message => message.opcode === 2;
        const dataLength = data => new TextEncoder().encode(data).length;

        /// The length of a message in bytes. A part of it may not be recorded.
        function messageLength(message) {
          const data = text(message.data);
          if (positive(message._length)) return message._length;
          return isBinary(message) ? Math.max(0, Math.floor(data.length * 3 / 4) - (data.match(/=*$/) || [""])[0].length) : dataLength(data);
        }
        const receivedLength = messages => messages.filter(message => message.type === "receive")
          .reduce((sum, message) => sum + messageLength(message), 0);

        /// The parts of an exchange, each with its length in milliseconds. The handshake is a part of the connecting.
        function phases(entry, isCached) {
          const timings = entry.timings || {};
          const secured = positive(timings.ssl);
          const names = isCached ? ["blocked"] : ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"];
          const parts = names.map(name => {
            let length = positive(timings[name]);
            if (name === "connect" && length >= secured) length -= secured;
            const title = name === "blocked" && entry._talyn ? "plugins" : name === "receive" && isSocket(entry) ? "open" : name;
            return { name, title: PHASES[title], length };
          });
          return parts.filter(part => part.length > 0);
        }

        /// What an exchange is within its call. A retry can have its answer from a cache.
        function roles(own, attempt) {
          const roles = [];
          if (["redirect", "challenge", "repetition"].includes(own.resend)) roles.push(own.resend);
          else if (attempt > 1 || own.reason) roles.push("retry");
          if (own.cache) roles.push("cache");
          return roles.length ? roles : ["first"];
        }

        function exchange(entry, index) {
          const request = entry.request || {}, response = entry.response || {}, content = response.content || {};
          const own = entry._talyn || {};
          let url;
          try { url = new URL(text(request.url)); } catch { url = null; }
          const target = own.target ? text(own.target) + (own.case ? "." + text(own.case) : "") : "";
          const status = typeof response.status === "number" ? response.status : 0;
          const attempt = Number.isInteger(own.attempt) ? own.attempt : 0;
          const messages = messagesOf(entry);
          const method = text(request.method), failure = text(own.failure || response._error);
          return {
            index, entry, target, status, attempt, method, failure, roles: roles(own, attempt),
            reason: text(own.reason), cache: text(own.cache),
            start: Date.parse(entry.startedDateTime) || 0,
            time: positive(entry.time),
            url: text(request.url), host: url ? url.host : "", path: url ? url.pathname + url.search : text(request.url),
            messages, kind: isSocket(entry) ? "websocket" : kind(content.mimeType),
            size: positive(content.size) + receivedLength(messages), phases: phases(entry, Boolean(own.cache)),
            words: [method, text(request.url), target, status, failure].join(" ").toLowerCase(),
          };
        }

        const PHASES = {
          plugins: "waiting for plugins", blocked: "blocked", dns: "name look-up", connect: "connecting", ssl: "securing",
          send: "sending", wait: "waiting for the server", receive: "receiving",
          open: "the connection is open",
        };
        const ROLES = { first: "First exchanges", retry: "Retries", redirect: "Redirects", challenge: "Challenges", repetition: "Repetitions", cache: "Cache" };
        const exchanges = list(JSON.parse($("entries").textContent)).map(exchange);
        const hosts = [...new Set(exchanges.map(exchange => exchange.host).filter(host => host))].sort();
        const onlyHost = hosts.length === 1 ? hosts[0] : "";
        const isFailure = exchange => exchange.status === 0 || exchange.status >= 400;
        const end = exchange => exchange.start + exchange.time;

        /// A recording keeps starts in whole milliseconds, so the next exchange can seem to start before the end of the last one.
        const TOLERANCE = 1;

        /// The exchange that gave the call its result. Of exchanges under way at once, the last one to end that nobody cancelled.
        function result(members) {
          const last = members[members.length - 1];
          const found = members.filter(member => member === last || end(member) > last.start + TOLERANCE);
          const completed = found.filter(member => member.failure !== "cancelled");
          return completed.reduce((one, other) => end(other) >= end(one) ? other : one, completed[0] || last);
        }

        /// A call has the properties of its row in the list, and its exchanges in the order of time.
        function call(members) {
          members.sort((one, other) => one.start - other.start || one.index - other.index);
          const first = members[0], final = result(members);
          const finish = members.reduce((latest, member) => Math.max(latest, end(member)), 0);
          const call = {
            exchanges: members, final, index: first.index, method: first.method, status: final.status, failure: final.failure,
            host: first.host, path: first.path, target: first.target, kind: final.kind, start: first.start, time: finish - first.start,
            size: members.reduce((sum, member) => sum + member.size, 0),
            roles: Object.keys(ROLES).filter(role => role !== "first" && members.some(member => member.roles.includes(role))),
          };
          for (const member of members) member.call = call;
          return call;
        }

        function groups(exchanges) {
          const groups = [], known = new Map();
          for (const exchange of exchanges) {
            const number = (exchange.entry._talyn || {}).call;
            const group = known.get(number);
            if (group) { group.push(exchange); continue; }
            groups.push([exchange]);
            if (Number.isInteger(number)) known.set(number, groups[groups.length - 1]);
          }
          return groups;
        }

        const calls = groups(exchanges).map(call);
        const isGroup = call => call.exchanges.length > 1;
        const grouped = calls.filter(isGroup);
        const isOpenAtFirst = grouped.reduce((sum, call) => sum + call.exchanges.length, 0) <= 200;

        const state = {
          text: "", host: "", status: "", type: "", role: "", least: "", groups: "", sort: "start", descending: false, selected: -1,
        };
        const FILTERS = ["text", "host", "status", "type", "role", "least"];

        function matches(exchange) {
          if (state.host && exchange.host !== state.host) return false;
          if (state.type && exchange.kind !== state.type) return false;
          if (state.role && !exchange.roles.includes(state.role)) return false;
          if (state.status === "failed" ? !isFailure(exchange) : state.status && text(exchange.status)[0] !== state.status[0]) return false;
          if (state.least && exchange.call.time < Number(state.least)) return false;
          return !state.text || hasText(exchange, state.text.toLowerCase());
        }
        function hasText(exchange, wanted) {
          if (exchange.words.includes(wanted)) return true;
          const content = (exchange.entry.response || {}).content || {};
          const sent = (exchange.entry.request || {}).postData || {};
          if (exchange.messages.some(message => text(message.data).toLowerCase().includes(wanted))) return true;
          return text(content.text).toLowerCase().includes(wanted) || text(sent.text).toLowerCase().includes(wanted);
        }

        /// Marks the exchanges that match. A call is shown with all its exchanges if one of them matches.
        function shownCalls() {
          for (const exchange of exchanges) exchange.isMatch = matches(exchange);
          const shown = calls.filter(call => call.exchanges.some(exchange => exchange.isMatch));
          const sign = state.descending ? -1 : 1, texts = new Intl.Collator();
          return shown.sort((one, other) => {
            const a = one[state.sort], b = other[state.sort];
            const order = typeof a === "number" ? a - b : texts.compare(a, b);
            return (order || one.index - other.index) * sign;
          });
        }

        /// The length of the content that servers sent.
        const received = exchanges => exchanges.reduce((sum, exchange) => sum + (exchange.cache ? 0 : exchange.size), 0);

        function totals(shown) {
          const members = shown.flatMap(call => call.exchanges);
          const count = (part, whole, noun) => (part === whole ? "" : part + " of ") + whole + " " + noun + (whole === 1 ? ", " : "s, ");
          return count(shown.length, calls.length, "call") +
            (grouped.length ? count(members.filter(member => member.isMatch).length, exchanges.length, "exchange") : "") +
            shown.filter(isFailure).length + " failed, " + bytes(received(members)) + " received";
        }

        const MOST_BARS = 100;

        /// A lane for each exchange, so that exchanges at the same time stand one below the other.
        function lanes(members) {
          const ends = [];
          const places = members.map(member => {
            const free = ends.findIndex(finish => finish <= member.start + TOLERANCE);
            const lane = free < 0 ? ends.length : free;
            ends[lane] = end(member);
            return lane;
          });
          return { places, count: ends.length };
        }

        function bar(part, offset, axis) {
          const node = element("i", { className: part.name, title: part.title + " " + milliseconds(part.length) });
          node.style.left = "min(" + 100 * (offset - axis.start) / axis.length + "%, 100% - 2px)";
          node.style.width = 100 * part.length / axis.length + "%";
          return node;
        }

        function cacheMark(exchange, offset, axis) {
          const node = element("b", { title: "answered by a cache: " + exchange.cache });
          node.style.left = "min(" + 100 * (offset - axis.start) / axis.length + "%, 100% - 10px)";
          return node;
        }

        /// The bars of one exchange. A cache answers without a server, so its answer has a mark.
        function exchangeBars(exchange, axis) {
          const whole = { name: "wait", title: PHASES.wait, length: exchange.time };
          const parts = exchange.phases.length || exchange.cache ? exchange.phases : [whole];
          const nodes = [];
          let offset = exchange.start;
          for (const part of parts) {
            nodes.push(bar(part, offset, axis));
            offset += part.length;
          }
          if (exchange.cache) nodes.push(cacheMark(exchange, offset, axis));
          return nodes;
        }

        function bars(members, axis) {
          const node = element("div", { className: "bars" });
          if (members.length > MOST_BARS) {
            const whole = members[0].call;
            node.append(bar({ name: "wait", title: members.length + " exchanges", length: whole.time }, whole.start, axis));
            return node;
          }
          const { places, count } = lanes(members);
          members.forEach((member, index) => {
            for (const part of exchangeBars(member, axis)) {
              if (count > 1) {
                part.style.top = 100 * places[index] / count + "%";
                part.style.height = 100 / count + "%";
              }
              node.append(part);
            }
          });
          return node;
        }

        function axisOf(calls) {
          let start = Infinity, finish = -Infinity;
          for (const call of calls) { start = Math.min(start, call.start); finish = Math.max(finish, end(call)); }
          return { start, length: Math.max(finish - start, 1) };
        }

        /// The colours that the recording uses. The steps of connecting share one.
        function showLegend() {
          const titles = new Set(exchanges.flatMap(exchange => exchange.phases.map(part => part.title)));
          const entries = [["blocked", PHASES.plugins], ["blocked", PHASES.blocked], ["connect", PHASES.connect, PHASES.dns, PHASES.ssl],
            ["send", PHASES.send], ["wait", PHASES.wait], ["receive", PHASES.receive], ["receive", PHASES.open]];
          const nodes = entries.filter(([, ...names]) => names.some(name => titles.has(name)))
            .map(([name, title]) => element("span", {}, element("i", { className: name }), title));
          if (exchanges.some(exchange => exchange.cache)) nodes.push(element("span", {}, element("b"), "answered by a cache"));
          $("legend").append(...nodes);
          $("legend").hidden = !nodes.length;
        }

        function table(pairs) {
          return element("table", {}, ...pairs.map(([name, value]) =>
            element("tr", {}, element("th", {}, name instanceof Node ? name : text(name)), element("td", {}, text(value)))));
        }

        const LONGEST = 200000, MOST = 500;
        const quiet = value => element("span", { className: "quiet" }, value);

        function plain(value) {
          const shown = value.length > LONGEST ? value.slice(0, LONGEST) : value;
          const node = element("pre", {}, shown);
          if (shown.length < value.length) node.append(quiet("\n… " + (value.length - shown.length) + " more characters"));
          return node;
        }

        function tree(value, name, depth) {
          const label = name === undefined ? "" : name + ": ";
          if (value === null || typeof value !== "object") return element("div", {}, quiet(label), JSON.stringify(value));
          const entries = Object.entries(value);
          const brackets = Array.isArray(value) ? "[" + entries.length + "]" : "{" + entries.length + "}";
          const node = element("details", { open: depth < 2 && entries.length <= 50 }, element("summary", {}, quiet(label + brackets)));
          let isFilled = false;
          const fill = () => {
            if (isFilled || !node.open) return;
            isFilled = true;
            for (const [key, child] of entries.slice(0, MOST)) node.append(tree(child, key, depth + 1));
            if (entries.length > MOST) node.append(element("div", { className: "quiet" }, "… " + (entries.length - MOST) + " more"));
          };
          node.addEventListener("toggle", fill);
          fill();
          return node;
        }

        function events(value) {
          const pairs = value.split(/\r?\n\r?\n/).filter(event => event.trim()).slice(0, MOST).map((event, index) => {
            const fields = event.split(/\r?\n/).map(line => line.match(/^([^:]*):? ?(.*)$/s) || ["", "", ""]);
            const named = name => fields.filter(field => field[1] === name).map(field => field[2]);
            return [named("id").pop() || index + 1, (named("event").pop() || "message") + "  " + named("data").join("\n")];
          });
          return table(pairs);
        }

        function image(mimeType, data) {
          return element("img", { alt: "the content", src: "data:" + text(mimeType).split(";")[0] + data });
        }

        function body(content, mimeType, encoding) {
          const value = text(content);
          if (!value) return element("p", {}, "no content");
          if (encoding === "base64") {
            if (kind(mimeType) === "image") return image(mimeType, ";base64," + value);
            return element("p", {}, "binary, " + bytes(Math.floor(value.length * 3 / 4)));
          }
          if (kind(mimeType) === "json") {
            try { return element("div", { className: "tree" }, tree(JSON.parse(value), undefined, 0)); } catch { return plain(value); }
          }
          if (kind(mimeType) === "events") return events(value);
          if (kind(mimeType) === "image") return image(mimeType, "," + encodeURIComponent(value));
          return plain(value);
        }

        const quoted = value => "'" + value.replace(/'/g, "'\\''") + "'";
        const encodingOf = content => text(content.encoding || content._encoding).toLowerCase();
        function curl(exchange) {
          const request = exchange.entry.request || {}, sent = request.postData || {};
          const words = ["curl", "--globoff", "--request", quoted(exchange.method), "--url", quoted(exchange.url)];
          for (const field of list(request.headers)) {
            const name = text(field.name), value = text(field.value);
            // curl doesn't know the pseudo-header fields of HTTP/2, and computes the length of the body itself.
            if (name.startsWith(":") || name.toLowerCase() === "content-length") continue;
            words.push("--header", quoted(value ? name + ": " + value : name + ";"));
          }
          const body = text(sent.text);
          if (!body) return words.join(" ");
          if (encodingOf(sent) !== "base64") return words.concat("--data-raw", quoted(body)).join(" ");
          return "printf %s " + quoted(body) + " | base64 --decode | " + words.concat("--data-binary", "@-").join(" ");
        }

        async function copy(value, button) {
          try {
            await navigator.clipboard.writeText(value);
          } catch {
            const area = element("textarea", { value });
            document.body.append(area);
            area.select();
            document.execCommand("copy");
            area.remove();
          }
          button.textContent = "Copied";
        }

        /// The time since the request; NaN without a time.
        const messageTime = (exchange, message) => typeof message.time === "number" ? message.time * 1000 - exchange.start : NaN;
        const direction = message => message.type === "send" ? "sent" : "received";

        /// The messages as marks on the time of the exchange: the sent ones above the received ones.
        function track(exchange, rows) {
          const node = element("div", { className: "track" });
          const length = Math.max(exchange.time, ...rows.map(row => row.time).filter(time => time > 0), 1);
          for (const { message, time, row } of rows) {
            if (Number.isNaN(time)) continue;
            const mark = element("i", { className: direction(message), onclick: () => row.scrollIntoView({ block: "nearest" }),
              title: direction(message) + " after " + milliseconds(Math.max(0, time)) + ", " + bytes(messageLength(message)) });
            mark.style.left = "min(" + 100 * Math.max(0, time) / length + "%, 100% - 3px)";
            node.append(mark);
          }
          return node;
        }

        function messageContent(message) {
          const data = text(message.data), isCut = positive(message._length) ? quiet(" … of " + bytes(message._length)) : null;
          if (isBinary(message)) return element("td", {}, "binary, " + bytes(messageLength(message)), isCut);
          const isJSON = /^\s*[[{]/.test(data);
          if (data.length <= 80 && !data.includes("\n")) return element("td", {}, element("code", {}, data), isCut);
          const node = element("details", {}, element("summary", {}, element("code", {}, data.slice(0, 80) + "…")));
          node.addEventListener("toggle", () => {
            if (node.open && node.childNodes.length === 1) node.append(body(data, isJSON ? "application/json" : "text/plain"));
          });
          return element("td", {}, node, isCut);
        }

        /// The end of the connection in words.
        function ending(exchange) {
          const own = exchange.entry._talyn || {}, close = own.close || {};
          if (own.truncated && own.messages) return "The recording has the first " + exchange.messages.length + " of " + own.messages + " messages.";
          if (close.error) return "The server violated the protocol: " + text(close.error);
          if (close.code) return "Closed by the " + text(close.by) + ", " + text(close.code) + (close.reason ? ": " + text(close.reason) : "");
          return exchange.failure ? "The connection ended: " + exchange.failure : "";
        }

        /// The messages of a WebSocket on a time line, and one below the other.
        function conversation(exchange) {
          if (!isSocket(exchange.entry)) return [];
          const all = exchange.messages;
          const rows = all.slice(0, MOST).map(message => {
            const time = messageTime(exchange, message);
            const row = element("tr", {}, element("td", { className: "number" }, Number.isNaN(time) ? "" : milliseconds(Math.max(0, time))),
              element("td", { className: direction(message) }, (message.type === "send" ? "↑ " : "↓ ") + direction(message)), messageContent(message));
            return { message, time, row };
          });
          const more = all.length > MOST ? element("p", {}, "… " + (all.length - MOST) + " more") : null;
          const last = ending(exchange);
          return section("Messages: " + all.length, track(exchange, rows),
            element("table", { className: "messages" }, ...rows.map(row => row.row)), more, last ? element("p", {}, last) : null);
        }

        const section = (title, ...children) => [element("h2", {}, title), ...children];

        /// The words for what an exchange is within its call.
        function labels(exchange) {
          const retry = exchange.attempt ? "attempt " + exchange.attempt : "retry";
          const titles = { first: "attempt 1", retry: retry + (exchange.reason ? ": " + exchange.reason : "") };
          return exchange.roles.map(role => ({ role, title: titles[role] || role }));
        }

        function connection(exchange) {
          const reused = (exchange.entry._talyn || {}).reused;
          const use = reused === true ? "reused" : reused === false ? "new" : "";
          const name = text(exchange.entry.connection);
          return [use, /^\d+$/.test(name) ? "port " + name : name].filter(part => part).join(", ");
        }

        function facts(exchange) {
          const response = exchange.entry.response || {}, own = exchange.entry._talyn || {};
          const resends = { redirect: "after a redirect", challenge: "to answer a challenge", repetition: "after a lost connection" };
          const pairs = [
            ["URL", exchange.url], ["Method", exchange.method],
            ["Status", exchange.status ? exchange.status + " " + text(response.statusText) : ""], ["Failure", exchange.failure],
            ["Target", exchange.target], ["Attempt", exchange.attempt || ""], ["Reason", exchange.reason],
            ["Sent again", exchange.roles.map(role => resends[role]).find(title => title) || ""], ["Cache", exchange.cache],
            ["Started", text(exchange.entry.startedDateTime)], ["Server", text(exchange.entry.serverIPAddress)],
            ["Connection", connection(exchange)], ["Protocol", text(response.httpVersion)],
            ["Redirects to", text(response.redirectURL)], ["Truncated", own.truncated ? "there was more than the recorded part" : ""],
          ];
          return table(pairs.filter(pair => pair[1] !== "" && pair[1] !== "unknown"));
        }

        /// Buttons for all exchanges of the call. The button of a new selection keeps the focus.
        function exchangesOfCall(selected) {
          const members = selected.call.exchanges;
          const rows = members.slice(0, MOST).map(member => {
            const button = element("button", { type: "button", "aria-label": "Show exchange " + (member.index + 1), onclick: () => {
              reveal(member);
              $("details").querySelector("[aria-current]").focus();
            } }, "#" + (member.index + 1));
            if (member === selected) button.setAttribute("aria-current", "true");
            const titles = labels(member).map(label => label.title).join(", ");
            const status = element("span", { className: statusClass(member) }, text(member.status || member.failure || "failed"));
            return element("tr", {}, element("td", {}, button), element("td", {}, status), element("td", {}, titles),
              element("td", { className: "number" }, milliseconds(member.time)));
          });
          const more = members.length > MOST ? element("p", {}, "… " + (members.length - MOST) + " more") : null;
          return section("Exchanges of the call: " + members.length + ", " + milliseconds(selected.call.time),
            bars(members, axisOf([selected.call])), element("table", { className: "exchanges" }, ...rows), more);
        }

        function requestBody(exchange) {
          const sent = (exchange.entry.request || {}).postData || {};
          if (sent.text) return section("Body of the request", body(sent.text, sent.mimeType, encodingOf(sent)));
          return list(sent.params).length ? section("Body of the request", table(fields(sent.params))) : [];
        }
        const fields = value => list(value).map(field => [field.name, field.value]);

        /// The title of a bar's part, with its colour.
        const phase = part => element("span", {}, element("i", { className: part.name }), part.title);

        function showDetails(exchange) {
          const panel = $("details");
          panel.hidden = !exchange;
          if (!exchange) { panel.replaceChildren(); return; }
          const request = exchange.entry.request || {}, response = exchange.entry.response || {}, content = response.content || {};
          const button = element("button", { type: "button", onclick: () => copy(curl(exchange), button) }, "Copy as cURL");
          const close = element("button", { type: "button", onclick: () => { select(undefined, false); $("scroller").focus(); } }, "Close");
          const children = [
            element("p", {}, button, " ", close),
            ...(isGroup(exchange.call) ? exchangesOfCall(exchange) : []),
            ...section(isGroup(exchange.call) ? "Exchange #" + (exchange.index + 1) : "Call", facts(exchange)),
            ...section("Time: " + milliseconds(exchange.time), bars([exchange], axisOf([exchange])),
              table(exchange.phases.map(part => [phase(part), milliseconds(part.length)]))),
            ...conversation(exchange),
            ...section("Header fields of the request", table(fields(request.headers))),
            ...requestBody(exchange),
            ...section("Header fields of the response", table(fields(response.headers))),
            ...(isSocket(exchange.entry) && exchange.status === 101 ? [] :
              section("Body of the response, " + bytes(exchange.size), body(content.text, content.mimeType, encodingOf(content)))),
          ];
          panel.replaceChildren(...children.filter(child => child));
          panel.scrollTop = 0;
        }

        function statistics(title, noun, property, members) {
          const groups = new Map();
          for (const member of members.filter(member => member[property])) {
            if (!groups.has(member[property])) groups.set(member[property], []);
            groups.get(member[property]).push(member);
          }
          if (!groups.size) return null;
          const names = [title, noun, "failures", "received", "median", "95 %", "99 %", "longest"];
          const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
          const rows = [...groups].sort((one, other) => other[1].length - one[1].length).slice(0, MOST).map(([name, group]) => {
            const times = group.map(member => member.time).sort((a, b) => a - b);
            const size = received(group.flatMap(member => member.exchanges || member));
            const cells = [group.length, group.filter(isFailure).length, bytes(size),
              ...[0.5, 0.95, 0.99].map(share => milliseconds(percentile(times, share))), milliseconds(times[times.length - 1])];
            return element("tr", {}, element("th", { scope: "row" }, name),
              ...cells.map((cell, place) => element("td", { "data-title": names[place + 1] }, text(cell))));
          });
          const head = element("tr", {}, ...names.map(name => element("th", { scope: "col" }, name)));
          return element("table", { className: "totals" }, head, ...rows);
        }

        function showStatistics() {
          const tables = [statistics("Host", grouped.length ? "exchanges" : "calls", "host", exchanges),
            statistics("Target", "calls", "target", calls)];
          $("statistics").append(element("div", {}, ...tables));
        }

        /// A row has two lines on a phone, as in the style of the page.
        const phone = matchMedia("(max-width: 760px)");
        const rowHeight = () => phone.matches ? 46 : 26;
        const COLUMNS = [["index", "#"], ["method", "Method"], ["status", "Status"], ["path", "URL"], ["target", "Target", "wide"],
          ["kind", "Type", "wide"], ["size", "Size", "wide"], ["time", "Time"], ["start", "Waterfall", "wide"]];
        /// A row has a call, and its exchange if it isn't the row of a whole group.
        let shown = [], rows = [], axis = axisOf([]);
        const expanded = new Set();
        let isCallSelected = false;

        function listRows() {
          rows = shown.flatMap(call => {
            if (!isGroup(call)) return [{ call, exchange: call.exchanges[0], level: 1 }];
            const members = expanded.has(call) ? call.exchanges : [];
            return [{ call, level: 1 }, ...members.map(exchange => ({ call, exchange, level: 2 }))];
          });
          $("rows").style.height = rows.length * rowHeight() + "px";
          $("scroller").setAttribute("aria-rowcount", rows.length + 1);
        }

        function isSelected(row) {
          const selected = exchanges[state.selected];
          if (row.exchange) return row.exchange === selected && !isCallSelected;
          return selected !== undefined && row.call === selected.call && (isCallSelected || !expanded.has(row.call));
        }

        function statusClass(exchange) {
          if (exchange.status === 0 || exchange.status >= 500) return "bad";
          return exchange.status >= 400 ? "warn" : exchange.status >= 300 ? "quiet" : "good";
        }

        function cell(value, className) {
          return element("span", { className: className || "", role: "gridcell", title: text(value) }, text(value));
        }

        function marker(call) {
          const isOpen = expanded.has(call);
          return element("button", { type: "button", className: "marker", tabIndex: -1, "aria-label": isOpen ? "Collapse" : "Expand",
            onclick: event => { event.stopPropagation(); toggle(call, !isOpen); $("scroller").focus(); } }, isOpen ? "▾" : "▸");
        }

        const label = (role, title) => element("span", { className: "label " + role, title }, title);

        /// The end of a path that stays visible: its last parts if they are short.
        function tail(path) {
          const starts = [...path.matchAll(/[/?&]/g)].map(match => match.index).filter(start => path.length - start <= 18);
          return starts.length ? path.slice(starts[0]) : [...path].slice(-12).join("");
        }

        /// The path of a row. If there is no room, it is shortened in the middle. Its host stands in the head if there is only one.
        function shownPath(value) {
          const whole = value.host + value.path, shown = onlyHost ? value.path : whole, end = tail(shown);
          return element("span", { className: "path", title: whole },
            element("span", {}, shown.slice(0, shown.length - end.length)), element("span", { className: "tail" }, end));
        }

        /// The labels of a row and its address. Those of an exchange stand first, as its address often repeats the one of its call.
        function address(row) {
          const value = row.exchange || row.call;
          const path = shownPath(value), shownLabels = element("span", { className: "labels" });
          const node = element("span", { className: "address", role: "gridcell" });
          if (!row.exchange) {
            const roles = expanded.has(row.call) ? [] : row.call.roles;
            shownLabels.append(label("count", row.call.exchanges.length + " exchanges"), ...roles.map(role => label(role, role)));
            node.append(path, shownLabels);
          } else {
            const names = labels(row.exchange).filter(({ role }) => row.level === 2 || role !== "first");
            shownLabels.append(...names.map(({ role, title }) => label(role, title)));
            node.append(...(row.level === 1 ? [path, shownLabels] : [shownLabels, path]));
          }
          return node;
        }

        function rowNode(row, place) {
          const { call, exchange, level } = row;
          const value = exchange || call;
          const number = element("span", { className: "index quiet", role: "gridcell" },
            exchange ? null : marker(call), expanded.has(value) ? "" : text(value.index + 1));
          const isQuiet = level === 2 && !exchange.isMatch;
          const node = element("div", { className: "row level" + level + (isQuiet ? " quiet" : ""), role: "row", id: "row" + place },
            number, cell(value.method, "method"), cell(value.status || value.failure || "failed", "status " + statusClass(value)), address(row),
            level === 1 ? cell(value.target, "wide") : null, cell(value.kind, "wide quiet"), cell(bytes(value.size), "wide number"),
            cell(milliseconds(value.time), "time number"),
            element("span", { className: "wide", role: "gridcell" }, bars(exchange ? [exchange] : call.exchanges, axis)));
          node.style.top = place * rowHeight() + "px";
          node.setAttribute("aria-level", level);
          node.setAttribute("aria-rowindex", place + 2);
          node.setAttribute("aria-selected", isSelected(row));
          if (!exchange) node.setAttribute("aria-expanded", expanded.has(call));
          node.addEventListener("click", () => selectRow(row));
          return node;
        }

        const viewHeight = () => $("scroller").clientHeight - $("head").offsetHeight;

        function renderRows() {
          const scroller = $("scroller");
          const from = Math.max(0, Math.floor(scroller.scrollTop / rowHeight()) - 10);
          const to = Math.min(rows.length, Math.ceil((scroller.scrollTop + viewHeight()) / rowHeight()) + 10);
          const nodes = rows.slice(from, to).map((row, place) => rowNode(row, from + place));
          $("rows").replaceChildren(...nodes);
          const selected = nodes.find(node => node.getAttribute("aria-selected") === "true");
          if (selected) scroller.setAttribute("aria-activedescendant", selected.id);
          else scroller.removeAttribute("aria-activedescendant");
        }

        function sort(property) {
          state.descending = state.sort === property && !state.descending;
          state.sort = property;
          update();
          $("head").querySelector("[aria-sort] button").focus();
        }

        function renderHead() {
          $("head").replaceChildren(...COLUMNS.map(([property, title, className]) => {
            const isSorted = state.sort === property;
            const button = element("button", { type: "button", onclick: () => sort(property) },
              title + (isSorted ? state.descending ? " ↓" : " ↑" : ""));
            const node = element("span", { className: className || "", role: "columnheader" }, button);
            if (isSorted) node.setAttribute("aria-sort", state.descending ? "descending" : "ascending");
            return node;
          }));
        }

        function update() {
          shown = shownCalls();
          axis = axisOf(shown);
          $("totals").textContent = totals(shown);
          renderHead();
          listRows();
          render();
        }

        function render() {
          renderRows();
          $("groups").textContent = expanded.size ? "Collapse all" : "Expand all";
          writeAddress();
        }

        /// Selects an exchange, or the row of its whole call, and scrolls to it.
        function select(exchange, isCall) {
          state.selected = exchange ? exchange.index : -1;
          isCallSelected = isCall;
          showDetails(exchange);
          listRows();
          showRow(rows.findIndex(isSelected));
          render();
        }

        /// Selects a row. A group has the details of the exchange that gave it its result.
        const selectRow = row => select(row.exchange || row.call.final, !row.exchange);

        function showRow(place) {
          if (place < 0) return;
          const scroller = $("scroller"), height = rowHeight(), top = place * height;
          if (top < scroller.scrollTop) scroller.scrollTop = top;
          if (top + height > scroller.scrollTop + viewHeight()) scroller.scrollTop = top + height - viewHeight();
        }

        function reveal(exchange) {
          if (isGroup(exchange.call)) expanded.add(exchange.call);
          select(exchange, false);
        }

        function toggle(call, isOpen) {
          if (isOpen) expanded.add(call); else expanded.delete(call);
          const selected = exchanges[state.selected];
          if (!isOpen && selected && selected.call === call) select(call.final, true);
          listRows();
          render();
        }

        function toggleAll(isOpen) {
          expanded.clear();
          if (isOpen) for (const call of grouped) expanded.add(call);
          state.groups = isOpen === isOpenAtFirst ? "" : isOpen ? "expanded" : "collapsed";
        }

        function moveTo(place) {
          if (!rows.length) return;
          selectRow(rows[Math.max(0, Math.min(rows.length - 1, place))]);
          $("scroller").focus({ preventScroll: true });
        }

        /// Opens a group or goes to its first exchange, or closes a group or goes from an exchange to its group.
        function openOrClose(place, isOpening) {
          const row = rows[place];
          if (!row || !isGroup(row.call)) return;
          const isOpen = expanded.has(row.call);
          if (row.exchange) { if (!isOpening) moveTo(rows.findIndex(other => other.call === row.call)); }
          else if (isOpening !== isOpen) toggle(row.call, isOpening);
          else if (isOpening) moveTo(place + 1);
        }

        /// The effects of keys on the list.
        const KEYS = {
          ArrowDown: place => moveTo(place + 1), j: place => moveTo(place + 1),
          ArrowUp: place => moveTo(place - 1), k: place => moveTo(place - 1),
          ArrowRight: place => openOrClose(place, true), ArrowLeft: place => openOrClose(place, false),
          Home: () => moveTo(0), End: () => moveTo(rows.length - 1),
          PageDown: place => moveTo(place + Math.floor(viewHeight() / rowHeight())),
          PageUp: place => moveTo(place - Math.floor(viewHeight() / rowHeight())),
        };

        function handleKey(event) {
          if (event.ctrlKey || event.metaKey || event.altKey) return;
          const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
          if (event.key === "Escape") { if (isTyping) event.target.blur(); else select(undefined, false); return; }
          if (isTyping) return;
          if (event.key === "/") { event.preventDefault(); $("text").focus(); return; }
          const isElsewhere = event.target.closest("#details, #statistics") && event.key.length > 1;
          if (isElsewhere || !Object.hasOwn(KEYS, event.key)) return;
          event.preventDefault();
          KEYS[event.key](rows.findIndex(isSelected));
        }

        /// The state stands in the address, so that a link shows the same.
        function writeAddress() {
          const values = new URLSearchParams();
          for (const [key, value] of Object.entries(state)) {
            const isUsual = value === "" || value === false || value === -1 || (key === "sort" && value === "start");
            if (!isUsual) values.set(key, key === "selected" ? value + 1 : value);
          }
          try { history.replaceState(null, "", "#" + values); } catch { /* Some viewers have no address. */ }
        }
        function readAddress() {
          for (const [key, value] of new URLSearchParams(location.hash.slice(1))) {
            if (key === "selected") state.selected = exchanges[Number(value) - 1] ? Number(value) - 1 : -1;
            else if (key === "descending") state.descending = value === "true";
            else if (key === "sort") { if (COLUMNS.some(column => column[0] === value)) state.sort = value; }
            else if (Object.hasOwn(state, key)) state[key] = value;
          }
        }

        function options(id, title, values) {
          $(id).replaceChildren(element("option", { value: "" }, title),
            ...values.map(([value, name]) => element("option", { value }, name || value)));
        }

        function showOptions() {
          const values = property => [...new Set(exchanges.map(exchange => exchange[property]))].filter(value => value).sort();
          options("host", "All hosts", hosts.map(value => [value]));
          options("type", "All types", values("kind").map(value => [value]));
          options("status", "All statuses", ["2xx", "3xx", "4xx", "5xx", "failed"].map(value => [value]));
          options("role", "All kinds", Object.entries(ROLES));
          $("role").hidden = !state.role && exchanges.every(exchange => exchange.roles[0] === "first");
          $("host").hidden = !state.host && hosts.length < 2;
          $("place").hidden = !onlyHost;
          $("place").textContent = onlyHost;
          $("groups").hidden = !grouped.length;
        }

        function listen() {
          for (const id of FILTERS) {
            $(id).value = state[id];
            $(id).addEventListener("input", () => { state[id] = $(id).value; update(); });
          }
          $("groups").addEventListener("click", () => { toggleAll(!expanded.size); listRows(); render(); });
          $("filters").addEventListener("submit", event => event.preventDefault());
          $("filters").addEventListener("reset", () => {
            for (const id of FILTERS) state[id] = "";
            update();
          });
          $("scroller").addEventListener("scroll", renderRows);
          addEventListener("resize", renderRows);
          phone.addEventListener("change", () => { listRows(); renderRows(); });
          addEventListener("keydown", handleKey);
        }

        function start() {
          readAddress();
          showOptions();
          listen();
          showLegend();
          showStatistics();
          toggleAll(state.groups ? state.groups === "expanded" : isOpenAtFirst);
          update();
          if (exchanges[state.selected]) reveal(exchanges[state.selected]);
        }
        start();
        </script>
        </body>
        </html>

        """#
    }
}

/// The script of a ``TrafficReport``. It makes elements and texts, and never markup of a recording's content.
enum ReportScript {
    /// The calls, the filters and the order.
    static let model = #"""

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
        const text = value => value === undefined || value === null ? "" : String(value);
        const list = value => Array.isArray(value) ? value : [];
        const positive = value => typeof value === "number" && value > 0 ? value : 0;
        const PHASES = ["blocked", "dns", "connect", "ssl", "send", "wait", "receive"];

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

        /// The parts of an exchange, each with its length in milliseconds. The handshake is a part of the connecting.
        function phases(entry) {
          const timings = entry.timings || {};
          const secured = positive(timings.ssl);
          const parts = PHASES.map(name => {
            let length = positive(timings[name]);
            if (name === "connect" && length >= secured) length -= secured;
            return { name, length };
          });
          return parts.filter(part => part.length > 0);
        }

        function call(entry, index) {
          const request = entry.request || {}, response = entry.response || {}, content = response.content || {};
          const own = entry._talyn || {};
          let url;
          try { url = new URL(text(request.url)); } catch { url = null; }
          const target = own.target ? own.target + (own.case ? "." + own.case : "") : "";
          const status = typeof response.status === "number" ? response.status : 0;
          return {
            index, entry, target, status,
            reason: text(own.reason), group: own.call, failure: text(own.failure || response._error),
            start: Date.parse(entry.startedDateTime) || 0,
            time: positive(entry.time),
            method: text(request.method), url: text(request.url),
            host: url ? url.host : "", path: url ? url.pathname + url.search : text(request.url),
            kind: kind(content.mimeType), size: positive(content.size), phases: phases(entry),
          };
        }

        const calls = list(JSON.parse($("entries").textContent)).map(call);
        const state = { text: "", host: "", status: "", type: "", least: "", sort: "start", descending: false, selected: -1 };

        const isFailure = call => call.status === 0 || call.status >= 400;
        function matches(call) {
          if (state.host && call.host !== state.host) return false;
          if (state.type && call.kind !== state.type) return false;
          if (state.status === "failed" ? !isFailure(call) : state.status && text(call.status)[0] !== state.status[0]) return false;
          if (state.least && call.time < Number(state.least)) return false;
          if (!state.text) return true;
          const wanted = state.text.toLowerCase();
          if ((call.method + " " + call.url + " " + call.target + " " + call.status + " " + call.failure).toLowerCase().includes(wanted)) return true;
          const content = (call.entry.response || {}).content || {};
          const sent = (call.entry.request || {}).postData || {};
          return text(content.text).toLowerCase().includes(wanted) || text(sent.text).toLowerCase().includes(wanted);
        }

        function shownCalls() {
          const shown = calls.filter(matches);
          const sign = state.descending ? -1 : 1;
          return shown.sort((one, other) => {
            const a = one[state.sort], b = other[state.sort];
            const order = typeof a === "number" ? a - b : text(a).localeCompare(text(b));
            return (order || one.index - other.index) * sign;
          });
        }

        const milliseconds = value => value >= 1000 ? (value / 1000).toFixed(2) + " s" : value.toFixed(value < 10 ? 1 : 0) + " ms";
        const bytes = value => value >= 1e6 ? (value / 1e6).toFixed(1) + " MB" : value >= 1e3 ? (value / 1e3).toFixed(1) + " kB" : value + " B";

        """#
}

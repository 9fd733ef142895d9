extension ReportScript {
    /// The details of a call, and the totals.
    static let details = #"""

        function table(pairs) {
          return element("table", {}, ...pairs.map(([name, value]) =>
            element("tr", {}, element("th", {}, text(name)), element("td", {}, text(value)))));
        }
        const section = (title, ...children) => [element("h2", {}, title), ...children];

        const LONGEST = 200000, MOST = 500;
        function plain(value) {
          const shown = value.length > LONGEST ? value.slice(0, LONGEST) : value;
          const node = element("pre", {}, shown);
          if (shown.length < value.length) node.append(element("span", { className: "quiet" }, "\n… " + (value.length - shown.length) + " more characters"));
          return node;
        }

        function tree(value, name, depth) {
          const label = name === undefined ? "" : name + ": ";
          if (value === null || typeof value !== "object") return element("div", {}, element("span", { className: "quiet" }, label), JSON.stringify(value));
          const entries = Object.entries(value);
          const brackets = Array.isArray(value) ? "[" + entries.length + "]" : "{" + entries.length + "}";
          const node = element("details", { open: depth < 2 && entries.length <= 50 },
            element("summary", {}, element("span", { className: "quiet" }, label + brackets)));
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

        function body(value, mimeType, encoding) {
          if (!value) return element("p", {}, "no content");
          if (encoding === "base64") {
            if (kind(mimeType) === "image") return element("img", { alt: "the content", src: "data:" + text(mimeType).split(";")[0] + ";base64," + value });
            return element("p", {}, "binary, " + bytes(Math.floor(value.length * 3 / 4)));
          }
          if (kind(mimeType) === "json") {
            try { return element("div", { className: "tree" }, tree(JSON.parse(value), undefined, 0)); } catch { return plain(value); }
          }
          if (kind(mimeType) === "events") return events(value);
          if (kind(mimeType) === "image") return element("img", { alt: "the content", src: "data:" + text(mimeType).split(";")[0] + "," + encodeURIComponent(value) });
          return plain(value);
        }

        const quoted = value => "'" + value.replace(/'/g, "'\\''") + "'";
        function curl(call) {
          const request = call.entry.request || {};
          const words = ["curl", "-X", call.method, quoted(call.url)];
          for (const field of list(request.headers)) words.push("-H", quoted(text(field.name) + ": " + text(field.value)));
          const sent = (request.postData || {}).text;
          if (sent) words.push("--data-raw", quoted(text(sent)));
          return words.join(" ");
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

        function bars(call, start, length) {
          const node = element("div", { className: "bars" });
          let offset = call.start - start;
          const parts = call.phases.length ? call.phases : [{ name: "wait", length: call.time }];
          for (const part of parts) {
            const bar = element("i", { className: part.name, title: part.name + " " + milliseconds(part.length) });
            bar.style.left = "min(" + 100 * offset / length + "%, 100% - 2px)";
            bar.style.width = 100 * part.length / length + "%";
            node.append(bar);
            offset += part.length;
          }
          return node;
        }

        function showDetails(call) {
          const panel = $("details");
          if (!call) { panel.hidden = true; panel.replaceChildren(); return; }
          const request = call.entry.request || {}, response = call.entry.response || {}, content = response.content || {};
          const sent = request.postData || {};
          const others = call.group === undefined ? [] : calls.filter(other => other.group === call.group);
          const button = element("button", { type: "button", onclick: () => copy(curl(call), button) }, "Copy as cURL");
          const close = element("button", { type: "button", onclick: () => select(-1) }, "Close");
          const fields = value => list(value).map(field => [field.name, field.value]);
          panel.replaceChildren(
            element("p", {}, button, " ", close),
            ...section("Call", table([
              ["URL", call.url], ["Method", call.method], ["Status", call.status ? call.status + " " + text(response.statusText) : ""],
              ["Failure", call.failure], ["Target", call.target], ["Reason", call.reason], ["Started", text(call.entry.startedDateTime)],
              ["Server", text(call.entry.serverIPAddress)], ["Connection", text(call.entry.connection)],
              ["Protocol", text(response.httpVersion)], ["Redirects to", text(response.redirectURL)],
            ].filter(pair => pair[1] !== "" && pair[1] !== "unknown"))),
            ...section("Time: " + milliseconds(call.time), bars(call, call.start, call.time || 1),
              table(call.phases.map(part => [part.name, milliseconds(part.length)]))),
            ...(others.length > 1 ? section("Exchanges of the call", table(others.map(other =>
              ["#" + (other.index + 1), (other.status || other.failure) + (other.reason ? ", because of " + other.reason : "")]))) : []),
            ...section("Header fields of the request", table(fields(request.headers))),
            ...(sent.text || list(sent.params).length ? section("Body of the request",
              sent.text ? body(sent.text, sent.mimeType, sent._encoding) : table(fields(sent.params))) : []),
            ...section("Header fields of the response", table(fields(response.headers))),
            ...section("Body of the response, " + bytes(call.size), body(content.text, content.mimeType, content.encoding)));
          panel.hidden = false;
          panel.scrollTop = 0;
        }

        function showStatistics() {
          const percentile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
          const node = element("div");
          for (const [title, property] of [["Host", "host"], ["Target", "target"]]) {
            const groups = new Map();
            for (const call of calls.filter(call => call[property])) {
              if (!groups.has(call[property])) groups.set(call[property], []);
              groups.get(call[property]).push(call);
            }
            if (!groups.size) continue;
            const rows = [...groups].sort((one, other) => other[1].length - one[1].length).slice(0, MOST).map(([name, members]) => {
              const times = members.map(call => call.time).sort((a, b) => a - b);
              const cells = [name, members.length, members.filter(isFailure).length, bytes(members.reduce((sum, call) => sum + call.size, 0)),
                ...[0.5, 0.95, 0.99].map(share => milliseconds(percentile(times, share))), milliseconds(times[times.length - 1])];
              return element("tr", {}, ...cells.map(cell => element("td", {}, text(cell))));
            });
            const names = [title, "calls", "failures", "received", "median", "95 %", "99 %", "longest"];
            node.append(element("table", {}, element("tr", {}, ...names.map(name => element("th", {}, name))), ...rows));
          }
          $("statistics").append(node);
        }

        """#
}

extension ReportScript {
    /// The list, the keyboard, and the start.
    static let list = #"""

        const HEIGHT = 26;
        const COLUMNS = [["index", "#"], ["method", "Method", "wide"], ["status", "Status"], ["path", "URL"], ["target", "Target", "wide"],
          ["kind", "Type", "wide"], ["size", "Size", "wide"], ["time", "Time"], ["start", "Waterfall", "wide"]];
        let shown = [];

        function statusClass(call) {
          if (call.status === 0 || call.status >= 500) return "bad";
          return call.status >= 400 ? "warn" : call.status >= 300 ? "quiet" : "good";
        }

        function row(call, place, start, length) {
          const cell = (value, className) => element("span", { className: className || "", title: text(value) }, text(value));
          const node = element("div", { className: "row", role: "row" },
            cell(call.index + 1 + (call.reason ? " ↻" : ""), "number quiet"), cell(call.method, "wide"),
            cell(call.status || call.failure || "failed", statusClass(call)), cell(call.host + call.path),
            cell(call.target, "wide"), cell(call.kind, "wide quiet"), cell(bytes(call.size), "wide number"),
            cell(milliseconds(call.time), "number"), element("span", { className: "wide" }, bars(call, start, length)));
          node.style.top = place * HEIGHT + "px";
          node.setAttribute("aria-selected", call.index === state.selected);
          node.addEventListener("click", () => select(call.index));
          return node;
        }

        function renderRows() {
          const scroller = $("scroller");
          const from = Math.max(0, Math.floor(scroller.scrollTop / HEIGHT) - 10);
          const to = Math.min(shown.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / HEIGHT) + 10);
          let start = Infinity, end = -Infinity;
          for (const call of shown) { start = Math.min(start, call.start); end = Math.max(end, call.start + call.time); }
          const rows = shown.slice(from, to).map((call, place) => row(call, from + place, start, Math.max(end - start, 1)));
          $("rows").replaceChildren(...rows);
          $("rows").style.height = shown.length * HEIGHT + "px";
        }

        function renderHead() {
          $("head").replaceChildren(...COLUMNS.map(([property, title, className]) => {
            const isSorted = state.sort === property;
            const button = element("button", { type: "button", className: className || "", onclick: () => {
              state.descending = isSorted ? !state.descending : false;
              state.sort = property;
              update();
            } }, title + (isSorted ? state.descending ? " ↓" : " ↑" : ""));
            if (isSorted) button.setAttribute("aria-sort", state.descending ? "descending" : "ascending");
            return button;
          }));
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
            if (key === "selected") state.selected = Number(value) - 1;
            else if (key === "descending") state.descending = value === "true";
            else if (key === "sort") { if (COLUMNS.some(column => column[0] === value)) state.sort = value; }
            else if (key in state) state[key] = value;
          }
        }

        function update() {
          shown = shownCalls();
          const failures = shown.filter(isFailure).length;
          const received = shown.reduce((sum, call) => sum + call.size, 0);
          $("totals").textContent = (shown.length === calls.length ? "" : shown.length + " of ") + calls.length + " calls, " +
            failures + " failed, " + bytes(received) + " received";
          renderHead();
          renderRows();
          writeAddress();
        }

        function select(index) {
          state.selected = index;
          showDetails(calls[index]);
          renderRows();
          writeAddress();
        }

        function move(step) {
          const place = shown.findIndex(call => call.index === state.selected);
          const next = Math.max(0, Math.min(shown.length - 1, place < 0 ? 0 : place + step));
          if (!shown.length) return;
          const scroller = $("scroller"), top = next * HEIGHT;
          if (top < scroller.scrollTop) scroller.scrollTop = top;
          if (top + HEIGHT > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = top + HEIGHT - scroller.clientHeight;
          select(shown[next].index);
        }

        function options(id, title, values) {
          $(id).replaceChildren(element("option", { value: "" }, title), ...values.map(value => element("option", { value }, value)));
        }

        function start() {
          const values = property => [...new Set(calls.map(call => call[property]))].filter(value => value).sort();
          options("host", "All hosts", values("host"));
          options("type", "All types", values("kind"));
          options("status", "All statuses", ["2xx", "3xx", "4xx", "5xx", "failed"]);
          readAddress();
          for (const id of ["text", "host", "status", "type", "least"]) {
            $(id).value = state[id];
            $(id).addEventListener("input", () => { state[id] = $(id).value; update(); });
          }
          $("filters").addEventListener("submit", event => event.preventDefault());
          $("filters").addEventListener("reset", () => {
            for (const id of ["text", "host", "status", "type", "least"]) state[id] = "";
            update();
          });
          $("scroller").addEventListener("scroll", renderRows);
          addEventListener("resize", renderRows);
          addEventListener("keydown", event => {
            const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName);
            if (event.key === "Escape") { if (isTyping) event.target.blur(); else select(-1); }
            else if (isTyping) return;
            else if (event.key === "/") { event.preventDefault(); $("text").focus(); }
            else if (event.key === "ArrowDown" || event.key === "j") { event.preventDefault(); move(1); }
            else if (event.key === "ArrowUp" || event.key === "k") { event.preventDefault(); move(-1); }
          });
          showStatistics();
          update();
          if (calls[state.selected]) select(state.selected);
        }
        start();

        """#
}

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

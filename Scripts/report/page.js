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

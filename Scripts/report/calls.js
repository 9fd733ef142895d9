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

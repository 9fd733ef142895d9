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

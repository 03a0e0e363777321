// What all pages share: the connection, words, elements, lights. It knows no game.

export const words = {};
export const about = {};
export let language = "en";

// -- elements; texts are set as texts, so that a name is never read as markup

const faceIds = new Map();
export let facesLoaded = 0; // how often: a face that is drawn is that of its deck
const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(4).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const html = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);
export const svg = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);
export const byId = (id) => document.getElementById(id);

// Show these children of an element. What means the same stays the same node: a finger on it, the focus, the scrolling.
const shownIn = new WeakMap();
export function show(element, ...children) {
  const fresh = html("div", null, ...children), text = fresh.innerHTML;
  if (text === shownIn.get(element)) return;
  shownIn.set(element, text);
  const focused = element.contains(document.activeElement) ? document.activeElement.id : "";
  patchChildren(element, [...fresh.childNodes]);
  if (focused && byId(focused) !== document.activeElement) byId(focused)?.focus();
}

function patchChildren(parent, wanted) {
  let at = parent.firstChild;
  for (const node of wanted) {
    const there = [at, node.id && byId(node.id)].find((each) => each && each.parentNode === parent && isAlike(each, node));
    if (there && there === at) at = at.nextSibling;
    else parent.insertBefore(there || node, at);
    if (there) patch(there, node);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

const OWN = ["data-tap", "open"]; // set by a tap and by who reads, not by what is shown
export function patch(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) { if (old.data !== fresh.data) old.data = fresh.data; return; }
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  patchChildren(old, [...fresh.childNodes]);
}

// Whether a finger that is on one may stay on the other: what it does must be the same, and what a button or field says.
const SAID = ["button", "a", "input", "select", "textarea"];
export function isAlike(old, fresh) {
  if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) return false;
  if (SAID.includes(old.localName)) return markless(old).isEqualNode(markless(fresh));
  return old.nodeType !== Node.ELEMENT_NODE || meaningOf(old) === meaningOf(fresh);
}

const meaningOf = (element) => JSON.stringify({ ...element.dataset, tap: null, light: null });
function markless(element) {
  if (!element.dataset.tap) return element;
  const copy = element.cloneNode(true);
  copy.removeAttribute("data-tap");
  return copy;
}

export const icon = (name, size = 22) =>
  svg("svg", { class: "ico", width: size, height: size, viewBox: "0 0 256 256", "aria-hidden": "true" }, svg("use", { href: `#i-${name}` }));

// -- words, faces: once for each device and language

async function loadWords() {
  language = chosenLanguage();
  const answer = await (await fetch(`/words?lang=${language}`)).json();
  Object.assign(words, answer.words);
  Object.assign(about, answer.about, { lan: answer.lan, stage: answer.stage });
  document.documentElement.lang = language;
}

export async function setFaces(address) {
  const text = await (await fetch(address)).text();
  const drawn = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  drawn.setAttribute("class", "faces");
  document.querySelector("svg.faces")?.remove();
  document.body.append(drawn);
  faceIds.clear();
  facesLoaded += 1;
}

function chosenLanguage() {
  const wanted = kept("language") || navigator.language.slice(0, 2);
  return ["en", "de", "it"].includes(wanted) ? wanted : "en";
}

export async function chooseLanguage(wanted) {
  keep("language", wanted);
  location.reload();
}

export const forget = (unwanted) => Object.keys(localStorage).filter(unwanted).forEach((name) => localStorage.removeItem(name));
export const kept = (name) => localStorage.getItem(name) || "";
export const keep = (name, value) => localStorage.setItem(name, value);

// -- the look: evening or day, as the device has it or as it was chosen

export function setLook() {
  const wanted = kept("look") || (matchMedia("(prefers-color-scheme: light)").matches ? "day" : "evening");
  document.documentElement.dataset.look = wanted;
  return wanted;
}

export function changeLook() {
  keep("look", setLook() === "day" ? "evening" : "day");
  return setLook();
}

// -- the connection: it is looked for until it is there; beats say that it still is

const AGAIN_MS = 500, LOOK_MS = 500;
const OTHER_STAGE = 4410; // a match has begun, or was left: this page shows something else now
const SILENT_MS = 5000; // two beats and a half
const DRIFT_MS = 1; // of two clocks between two beats: the beat that was on its way shortest is believed, not for ever
let socket = null, moment = 0;
let heardMs = 0; // when anything was heard last, or the present connection was asked for
let ahead = null; // by how many ms the host's clock is ahead of this page's

// The seat whose page this is, if its address says it: one browser may have several hands.
export const seatAsked = () => new URLSearchParams(location.search).get("seat");

const isSilent = () => performance.now() - heardMs > SILENT_MS;
export const isConnected = () => socket !== null && socket.readyState === WebSocket.OPEN && ahead !== null && !isSilent();

export async function prepare() {
  setLook();
  await loadWords();
}

export async function follow(what, hear) {
  await Promise.all([prepare(), setFaces("/faces.svg")]);
  connect(what, hear);
  const look = () => { if (socket !== null && isSilent() && !hear.isOver?.()) leave(what, hear, 0); };
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look); // a phone that wakes does not wait
}

function connect(what, hear) {
  const wanted = new URLSearchParams({ lang: language, stage: about.stage, ...(seatAsked() && { seat: seatAsked() }) });
  const mine = new WebSocket(`${location.origin.replace("http", "ws")}/follow/${what}?${wanted}`);
  socket = mine;
  ahead = null;
  heardMs = performance.now();
  mine.addEventListener("message", (event) => { if (socket === mine) take(JSON.parse(event.data), hear); });
  mine.addEventListener("close", (event) => {
    if (socket !== mine || hear.isOver?.()) return;
    if (event.code === OTHER_STAGE) { sessionStorage.setItem("stage", "other"); return location.reload(); }
    if (event.code !== 4401 && event.code !== 4403) return leave(what, hear, AGAIN_MS);
    socket = null;
    failTaps();
    hear.refused?.(event.code);
  });
}

// The present connection is given up, and after a while another is looked for.
function leave(what, hear, wait) {
  const old = socket;
  socket = null;
  old.close();
  setAway(true);
  failTaps();
  hear.lost?.();
  setTimeout(() => connect(what, hear), wait);
}

function take(heard, hear) {
  heardMs = performance.now();
  if (heard.beat !== undefined) ahead = Math.max(heard.beat - heardMs, ahead === null ? -Infinity : ahead - DRIFT_MS);
  else if (heard.tap !== undefined) settle(heard.tap, heard.note);
  else if (heard.note) hear.note(heard.note);
  else {
    moment = heard.n;
    document.documentElement.dataset.moment = heard.n;
    setAway(false);
    hear.draw(heard);
    markTaps();
    document.drawn = (document.drawn || 0) + 1;
    sessionStorage.removeItem("stage");
  }
}

// Whether this page was just loaded because something else is shown now.
export const isOfOtherStage = () => sessionStorage.getItem("stage") === "other";

function setAway(isAway) {
  const state = isAway ? "yes" : "", banner = byId("banner");
  if (document.documentElement.dataset.away === state) return;
  document.documentElement.dataset.away = state;
  banner.textContent = isAway ? words.away : "";
  banner.dataset.away = state;
  banner.hidden = !isAway;
  const link = byId("link");
  if (link) show(link, isAway ? "" : [icon("check", 18), html("b", null, words.connected)]);
}

// -- taps: each waits until the host has answered it; one that is not answered in time has failed, and is never done

const PENDING_MS = 150, FAILED_MS = 2000;
const sent = new Map(); // the number of a tap that waits -> what was tapped, and whether that shows already
let lastTap = 0, failed = null;

export const isTapping = () => sent.size > 0;

// A tap says when it was made, in the host's time: one that comes too late is refused.
export function send(tap, element = null) {
  if (!isConnected()) return false;
  const number = ++lastTap, tapped = { number, element, id: element?.id || "", isSlow: false };
  socket.send(JSON.stringify({ at: moment, tap: number, beat: Math.floor(performance.now() + ahead), ...tap }));
  unmark(failed);
  failed = null;
  sent.set(number, tapped);
  setTimeout(() => { tapped.isSlow = true; markTaps(); }, PENDING_MS);
  setTimeout(() => { if (sent.has(number)) settle(number, words.failed); }, FAILED_MS);
  return true;
}

function settle(number, note) {
  const tapped = sent.get(number) || (failed?.number === number ? failed : null);
  sent.delete(number);
  unmark(tapped);
  if (failed === tapped) failed = null;
  if (note) { showNote(note); failed = tapped; }
  markTaps();
}

const failTaps = () => { for (const number of [...sent.keys()]) settle(number, words.failed); };
const elementOf = (tapped) => (tapped.id && byId(tapped.id)) || tapped.element;
const mark = (tapped, how) => elementOf(tapped)?.setAttribute("data-tap", how);
const unmark = (tapped) => tapped && elementOf(tapped)?.removeAttribute("data-tap");

// What is drawn anew shows again how its tap is.
export function markTaps() {
  if (failed) mark(failed, "failed");
  for (const tapped of sent.values()) if (tapped.isSlow) mark(tapped, "pending");
}

let noteTimer = 0;
export function showNote(text) {
  const banner = byId("banner");
  banner.textContent = text;
  banner.hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    banner.hidden = !banner.dataset.away;
    if (banner.dataset.away) banner.textContent = words.away;
  }, 5000);
}

// How well bots play, for people who choose one.
export const strengths = () => [["easy", words.easy], ["medium", words.medium], ["hard", words.hard]];
export const botButtons = (seat) => html("p", { class: "choices" }, strengths().map(([id, text]) =>
  html("button", { id: `bot-${seat}-${id}`, "data-bot": id, "data-of": seat }, icon("robot", 18), text)));
// A bot and a person have changed places and nothing was played since: who sat there before may be called back.
export function backButton(page, seat) {
  const back = page.backs?.find((each) => each.seat === seat);
  return back ? html("button", { id: `back-${seat}`, "data-back": back.id, "data-of": seat }, icon("arrow-u-up-left", 18), back.text) : null;
}

// -- cards

export function faceOf(card) {
  if (!faceIds.size)
    for (const symbol of document.querySelectorAll("svg.faces symbol[data-card]")) faceIds.set(symbol.dataset.card, symbol.id);
  return faceIds.get(card) || "f-back";
}

export const titleOf = (card) =>
  card ? document.getElementById(faceOf(card))?.dataset.title || card : words.back;

export const cardPicture = (card, attributes) =>
  svg("svg", { class: "card", viewBox: "0 0 57 57", role: "img", "aria-label": titleOf(card), ...attributes }, svg("use", { href: `#${faceOf(card)}` }));

// Cards to choose from: each a button that says its name.
export const cardButtons = (cards) =>
  cards.length ? html("div", { class: "cards pick" }, cards.map((card) => html("button", { id: `show-${card}`, "data-show": card, "aria-label": titleOf(card) }, cardPicture(card, { "aria-hidden": "true" })))) : null;

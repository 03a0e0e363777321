// What all pages share: the connection, words, elements, lights. It knows no game.

/** Every label, in the language of this device. @type {Record<string, string>} */
export const words = {};
/** What does not change during a match. @type {About} */
export const about = /** @type {any} */ ({});
export let language = "en";

// -- elements; texts are set as texts, so that a name is never read as markup

/** @type {Map<Card, string>} */
const faceIds = new Map();
export let facesLoaded = 0; // how often: a face that is drawn is that of its deck
const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {Element} E
 * @param {E} element @param {Attributes} attributes @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (isThere(value)) element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodesOf(children));
  return element;
}

/** @template T @param {T} value @returns {value is Exclude<T, null | undefined | false>} */
const isThere = (value) => value !== null && value !== undefined && value !== false;

/** @param {Child} child @returns {(Node | string)[]} */
function nodesOf(child) {
  if (Array.isArray(child)) return child.flatMap(nodesOf);
  return isThere(child) ? [child instanceof Node ? child : String(child)] : [];
}

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Attributes} attributes @param {Child[]} children */
export const html = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
/** @template {keyof SVGElementTagNameMap} T @param {T} tag @param {Attributes} attributes @param {Child[]} children */
export const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * The element of this id, which the page must have.
 * @template {Element} [E=HTMLElement]
 * @param {string} id
 * @param {new () => E} kind
 */
export function byId(id, kind = /** @type {any} */ (HTMLElement)) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} "${id}"`);
  return element;
}

/**
 * What an event is about, or what is around that: the nearest element that fits.
 * @param {EventTarget | null} target @param {string} selector
 * @returns {HTMLElement | null}
 */
export const nearest = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

/** @type {WeakMap<Element, string>} */
const shownIn = new WeakMap();
/**
 * Show these children of an element. What means the same stays the same node: a finger on it, the focus, the scrolling.
 * @param {Element} element @param {Child[]} children
 */
export function show(element, ...children) {
  const fresh = html("div", null, ...children), text = fresh.innerHTML;
  if (text === shownIn.get(element)) return;
  shownIn.set(element, text);
  const before = document.activeElement, id = element.contains(before) && before?.id;
  patchChildren(element, [...fresh.childNodes]);
  const focused = id && document.getElementById(id);
  if (focused && focused !== document.activeElement) focused.focus();
}

/** @param {Element} parent @param {ChildNode[]} wanted */
function patchChildren(parent, wanted) {
  const namesakes = wanted.map((node) => namesakeIn(parent, node));
  let at = parent.firstChild;
  for (const [n, node] of wanted.entries()) {
    const there = at && isAlike(at, node) ? at : namesakes[n];
    while (there && at && at !== there && !namesakes.includes(at)) at = removed(at); // what stays is not moved
    if (there && there === at) at = at.nextSibling;
    else parent.insertBefore(there || node, at);
    if (there) patch(there, node);
  }
  while (at) at = removed(at);
}

/** @param {Element} parent @param {Node} node @returns {ChildNode | null} what has its name and may stay */
function namesakeIn(parent, node) {
  const namesake = node instanceof Element && node.id ? document.getElementById(node.id) : null;
  return namesake?.parentNode === parent && isAlike(namesake, node) ? namesake : null;
}

/** @param {ChildNode} node @returns {ChildNode | null} what comes after it */
function removed(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}

const OWN = ["data-tap", "open"]; // set by a tap and by who reads, not by what is shown
/** @param {Node} old @param {Node} fresh both elements, or both texts */
export function patch(old, fresh) {
  if (!isElement(old) || !isElement(fresh)) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN.includes(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  patchChildren(old, [...fresh.childNodes]);
}

const SAID = ["button", "a", "input", "select", "textarea"];
/**
 * Whether a finger on one may stay on the other: what it does must be the same, and what a button or field says.
 * @param {Node} old @param {Node} fresh
 */
export function isAlike(old, fresh) {
  if (old.nodeName !== fresh.nodeName) return false;
  if (!isElement(old) || !isElement(fresh)) return true;
  if (old.id !== fresh.id) return false;
  if (SAID.includes(old.localName)) return withoutMark(old).isEqualNode(withoutMark(fresh));
  return meaningOf(old) === meaningOf(fresh);
}

/** @param {Node} node @returns {node is HTMLElement | SVGElement} */
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
/** @param {HTMLElement | SVGElement} element */
const meaningOf = (element) => JSON.stringify({ ...element.dataset, tap: null, light: null });

/** The element as it is when no tap waits. @param {HTMLElement | SVGElement} element */
function withoutMark(element) {
  if (!element.dataset.tap) return element;
  const copy = document.importNode(element, true);
  copy.removeAttribute("data-tap");
  return copy;
}

/** @param {string} name */
export const icon = (name, size = 22) =>
  svg("svg", { class: "ico", width: size, height: size, viewBox: "0 0 256 256", "aria-hidden": "true" },
    svg("use", { href: `#i-${name}` }));

// -- words, faces: once for each device and language

async function loadWords() {
  language = chosenLanguage();
  const answer = await (await fetch(`/words?lang=${language}`)).json();
  Object.assign(words, answer.words);
  Object.assign(about, answer.about, { lan: answer.lan, stage: answer.stage });
  document.documentElement.lang = language;
}

/** @param {string} address */
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

const LANGUAGES = [["en", "English"], ["de", "Deutsch"], ["it", "Italiano"]];
/** @param {number} [letters] of each name */
export const languageChoice = (letters) => LANGUAGES.map(([code, name]) =>
  html("option", { value: code, selected: code === language }, letters ? name.slice(0, letters).toUpperCase() : name));

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement) || target.id !== "language") return;
  keep("language", target.value);
  location.reload();
});

/** @param {(name: string) => boolean} isUnwanted */
export function forget(isUnwanted) {
  for (const name of Object.keys(localStorage).filter(isUnwanted)) localStorage.removeItem(name);
}
/** @param {string} name */
export const kept = (name) => localStorage.getItem(name) || "";
/** @param {string} name @param {string} value */
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
const REFUSED = [4401, 4403]; // no seat, or not allowed
const OTHER_STAGE = 4410; // a match has begun, or was left: this page shows something else now
const SILENT_MS = 5000; // two beats and a half
const DRIFT_MS = 1; // of two clocks between two beats: the beat that was on its way shortest is believed, not for ever
/** @type {WebSocket | null} */
let socket = null;
/** @type {Follower<any>} */
let follower;
let followed = ""; // what kind of page this is
let moment = 0;
let heardMs = 0; // when anything was heard last, or the present connection was asked for
/** @type {number | null} */
let aheadMs = null; // by how much the host's clock is ahead of this page's

// The seat whose page this is, if its address says it: one browser may have several hands.
export const seatAsked = () => new URLSearchParams(location.search).get("seat");

const isSilent = () => performance.now() - heardMs > SILENT_MS;

export async function prepare() {
  setLook();
  await loadWords();
  const bar = document.getElementById("language");
  bar?.setAttribute("aria-label", words.language);
  if (bar) show(bar, languageChoice(2));
}

/**
 * Hear every moment that this kind of page gets.
 * @template {Moment} M
 * @param {string} kind @param {Follower<M>} page
 */
export async function follow(kind, page) {
  await Promise.all([prepare(), setFaces("/faces.svg")]);
  [followed, follower] = [kind, page];
  connect();
  const look = () => {
    if (socket !== null && isSilent() && !follower.isOver?.()) reconnect(0);
  };
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", look); // a phone that wakes does not wait
}

function connect() {
  const wanted = new URLSearchParams({ lang: language, stage: about.stage }), seat = seatAsked();
  if (seat) wanted.set("seat", seat);
  const mine = new WebSocket(`${location.origin.replace("http", "ws")}/follow/${followed}?${wanted}`);
  socket = mine;
  aheadMs = null;
  heardMs = performance.now();
  mine.addEventListener("message", (event) => {
    if (socket === mine) receive(JSON.parse(event.data));
  });
  mine.addEventListener("close", (event) => {
    if (socket === mine && !follower.isOver?.()) closed(event.code);
  });
}

/** @param {number} code why the host closed the connection, if it was the host */
function closed(code) {
  if (code === OTHER_STAGE) {
    sessionStorage.setItem("stage", "other");
    return location.reload();
  }
  if (!REFUSED.includes(code)) return reconnect(AGAIN_MS);
  socket = null;
  failTaps();
  follower.refused?.(code);
}

/** Give up the present connection, and after a while ask for another. @param {number} waitMs */
function reconnect(waitMs) {
  const old = socket;
  socket = null;
  old?.close();
  setAway(true);
  failTaps();
  setTimeout(connect, waitMs);
}

/** @param {Moment & Notice} heard */
function receive(heard) {
  heardMs = performance.now();
  if (heard.beat !== undefined) {
    aheadMs = Math.max(heard.beat - heardMs, aheadMs === null ? -Infinity : aheadMs - DRIFT_MS);
  } else if (heard.tap !== undefined) settle(heard.tap, heard.note);
  else if (heard.note) follower.note(heard.note);
  else {
    moment = heard.n;
    document.documentElement.dataset.moment = String(heard.n);
    setAway(false);
    follower.draw(heard);
    markTaps();
    countDrawing();
    sessionStorage.removeItem("stage");
  }
}

export function countDrawing() {
  document.drawn = (document.drawn || 0) + 1;
}

// Whether this page was just loaded because something else is shown now.
export const isOfOtherStage = () => sessionStorage.getItem("stage") === "other";

// On a television there is nothing to tap.
const lostNote = () => (location.pathname === "/board" ? words.away_watching : words.away);

/** @param {boolean} isAway */
function setAway(isAway) {
  const state = isAway ? "yes" : "", banner = byId("banner");
  if (document.documentElement.dataset.away === state) return;
  document.documentElement.dataset.away = state;
  banner.textContent = isAway ? lostNote() : "";
  banner.dataset.away = state;
  banner.hidden = !isAway;
  const link = document.getElementById("link");
  if (link) show(link, isAway ? "" : [icon("check", 18), html("b", null, words.connected)]);
}

// -- taps: each waits until the host has answered it; one that is not answered in time has failed, and is never done

const PENDING_MS = 150, FAILED_MS = 2000;
/** @type {Map<number, SentTap>} */
const sent = new Map(); // by their numbers
let lastTap = 0;
/** @type {number | null} */
let touchedAt = null; // what the page showed when a finger came down: what it said then is meant
document.addEventListener("pointerdown", () => { touchedAt = moment; }, true);
document.addEventListener("keydown", () => { touchedAt = null; }, true);
addEventListener("click", () => { touchedAt = null; });
/** @type {SentTap | null} */
let failed = null;

/**
 * Send a tap, or say that nobody hears it. It has its time, as the host counts it: one that comes too late is refused.
 * @param {Tap} tap @param {Element | null} element what was tapped, which shows how the tap is
 */
export function send(tap, element = null) {
  const isOpen = socket?.readyState === WebSocket.OPEN && !isSilent();
  if (!socket || !isOpen || aheadMs === null) return showNote(words.away);
  const number = ++lastTap, tapped = { number, element, id: element?.id || "", isSlow: false };
  const beat = Math.floor(performance.now() + aheadMs);
  socket.send(JSON.stringify({ at: touchedAt ?? moment, tap: number, beat, ...tap }));
  unmark(failed);
  failed = null;
  sent.set(number, tapped);
  setTimeout(() => {
    tapped.isSlow = true;
    markTaps();
  }, PENDING_MS);
  setTimeout(() => {
    if (sent.has(number)) settle(number, words.failed);
  }, FAILED_MS);
}

/**
 * The same, if no tap waits for its answer: what a second one would mean is not known before.
 * @param {Tap} tap @param {Element} element @returns {boolean} whether it was sent
 */
export function sendOne(tap, element) {
  if (sent.size) return false;
  send(tap, element);
  return true;
}

/** @param {number} number @param {string} [note] why it was refused */
function settle(number, note) {
  const tapped = sent.get(number) || (failed?.number === number ? failed : null);
  sent.delete(number);
  unmark(tapped);
  if (failed === tapped) failed = null;
  if (note) {
    showNote(note);
    failed = tapped;
  }
  markTaps();
}

function failTaps() {
  for (const number of [...sent.keys()]) settle(number, words.failed);
}

/** @param {SentTap} tapped */
const elementOf = (tapped) => (tapped.id && document.getElementById(tapped.id)) || tapped.element;
/** @param {SentTap} tapped @param {"pending" | "failed"} state */
const mark = (tapped, state) => elementOf(tapped)?.setAttribute("data-tap", state);
/** @param {SentTap | null} tapped */
const unmark = (tapped) => tapped && elementOf(tapped)?.removeAttribute("data-tap");

// What is drawn anew shows again how its tap is.
export function markTaps() {
  if (failed) mark(failed, "failed");
  for (const tapped of sent.values()) if (tapped.isSlow) mark(tapped, "pending");
}

let noteTimer = 0;
/** @param {string} text */
export function showNote(text) {
  const banner = byId("banner");
  banner.textContent = text;
  banner.hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    banner.hidden = !banner.dataset.away;
    if (banner.dataset.away) banner.textContent = lostNote();
  }, 5000);
}

// How well bots play, for people who choose one.
export const strengths = () => [["easy", words.easy], ["medium", words.medium], ["hard", words.hard]];
/** @param {string} strength */
export const strengthWord = (strength) => strengths().find(([name]) => name === strength)?.[1] || strength;
/** @param {string} strength */
export const botName = (strength) => `${words.bot} (${strengthWord(strength)})`;
/** A bot as people know it: by how well it plays, or by its name at the table. @param {string} bot */
export const botCalled = (bot) =>
  (strengths().some(([name]) => name === bot) ? botName(bot) : bot.slice(0, 1).toUpperCase() + bot.slice(1));
/** @param {string} player as a journal names one: Ann, or bot:medium */
export const playerName = (player) => (player.startsWith("bot:") ? botCalled(player.slice(4)) : player);
/** Date and time as this language has them. @param {string} started as a journal has it; else shown as it is */
export function timeText(started) {
  const time = new Date(started.replace(" ", "T"));
  if (Number.isNaN(time.valueOf())) return started;
  return time.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}
/** @param {number} seat */
export const botButtons = (seat) => html("p", { class: "choices" }, strengths().map(([id, text]) =>
  html("button", { id: `bot-${seat}-${id}`, "data-bot": id, "data-of": seat }, icon("robot", 18), text)));
/**
 * A bot and a person have changed places and nothing was played since: who sat there before may be called back.
 * @param {PublicPage} page @param {number} seat
 */
export const backButton = (page, seat) => (page.backs || []).filter((back) => back.seat === seat).map(({ id, text }) =>
  html("button", { id: `back-${seat}`, "data-back": id, "data-of": seat }, icon("arrow-u-up-left", 18), text));

// -- cards

/** The id of its picture. @param {Card} card */
export function faceOf(card) {
  if (!faceIds.size) {
    for (const symbol of document.querySelectorAll("svg.faces symbol[data-card]")) {
      faceIds.set(symbol.getAttribute("data-card") || "", symbol.id);
    }
  }
  return faceIds.get(card) || "f-back";
}

/** @param {Card} card */
export const titleOf = (card) =>
  card ? document.getElementById(faceOf(card))?.dataset.title || card : words.back;

/** What says that this card can be read: not of a back. @param {Card | null | undefined} card @returns {Attributes} */
export const readable = (card) => ({ "data-face": card && faceOf(card) !== "f-back" ? card : null });

/** @param {Card} card @param {Attributes} [attributes] */
export const cardPicture = (card, attributes) => svg("svg",
  { class: "card", viewBox: "0 0 57 57", role: "img", "aria-label": titleOf(card), ...readable(card), ...attributes },
  svg("use", { href: `#${faceOf(card)}` }));

// Beside words that say the same.
/** @param {Card} card */
export const silentPicture = (card) => cardPicture(card, { "aria-hidden": "true" });

/** Cards to choose from: each a button that says its name. @param {Card[]} cards */
export function cardButtons(cards) {
  if (!cards.length) return null;
  return html("div", { class: "cards pick" }, cards.map((card) =>
    html("button", { id: `show-${card}`, "data-show": card, "aria-label": titleOf(card) }, silentPicture(card))));
}

// What shows a card large is fetched when a hand or the focus first comes near one; what is done meanwhile is kept.
const NEAR = ["pointerover", "pointerdown", "focusin"];
const DONE = ["pointerdown", "pointermove", "pointerup", "pointercancel", "click", "contextmenu", "keydown"];
/** @param {Event} event */
async function comeNear(event) {
  if (!nearest(event.target, "[data-face], :focus:has([data-face])")) return;
  for (const kind of NEAR) document.removeEventListener(kind, comeNear, true);
  /** @type {Event[]} */
  const since = [];
  /** @param {Event} done */
  const note = (done) => {
    since.push(done);
    if (done.type !== "contextmenu" || !nearest(done.target, "[data-face]")) return;
    done.preventDefault();
    done.stopImmediatePropagation();
  };
  note(event);
  for (const kind of DONE) document.addEventListener(kind, note, true);
  const { watch } = await import("/static/zoom.js");
  for (const kind of DONE) document.removeEventListener(kind, note, true);
  watch(since);
}
for (const kind of NEAR) document.addEventListener(kind, comeNear, true);

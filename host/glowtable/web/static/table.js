// The table's own page: every cell and key can be pressed as on the table itself.

import {
  about, backButton, botButtons, byId, cardButtons, cardPicture, changeLook, follow, html, icon, nearest,
  send, setLook, show, showNote, words,
} from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { drawTable, focusOn } from "/static/drawn_table.js";
import { drawAsk, drawNews, drawScore, isOver } from "/static/side.js";

const LONG_PRESS_MS = 600;
const table = byId("table", SVGSVGElement), sheet = byId("sheet", HTMLDialogElement);
const undo = byId("undo", HTMLButtonElement);
/** @type {TableMoment} */
let heard;

/** @param {TableMoment} moment */
function draw(moment) {
  heard = moment;
  if (isLed() && moment.claims[0]) return location.replace(seatLink(moment.claims[0])); // it was begun here
  const page = moment.public;
  document.title = `${page.game} · Glowtable`;
  byId("game").textContent = page.game;
  document.documentElement.dataset.night = page.night ? "yes" : "";
  drawTable(page, true);
  drawAiling(page);
  if (carried !== null) putDown();
  drawAsk(page, buttons(page), cardButtons(page.awaited));
  drawScore(page);
  drawNews(page);
  drawKeys(page);
  if (sheet.open && sheet.dataset.shows === "seats") drawSeats();
  if (sheet.open && sheet.dataset.shows === "choices") sheet.close();
}

/** @param {PublicPage} page */
function drawAiling(page) {
  byId("ailing").hidden = !page.ailing.length;
  show(byId("ailing"),
    html("h2", null, words.ailing),
    html("ul", null, page.ailing.map((text) => html("li", null, text))),
    html("button", { id: "mend", "data-mend": true }, words.mend));
}

// -- the buttons of what is asked: first what the keys do apart from the game, then what the game offers

/** @param {PublicPage} page @returns {Child[]} */
function buttons(page) {
  if (isOver(page)) return isLed() ? [lobbyButton("other", words.lobby)] : endButtons();
  const answers = answerButtons(page);
  const onTable = new Set(page.zones.flatMap((zone) => zone.things.map((thing) => thing.choice)));
  const choices = page.choices.filter((choice) => !onTable.has(choice.id)); // the others are pressed where they lie
  return [...answers, ...choiceButtons(choices, MOST_BUTTONS - answers.length - Math.min(2, page.asked.length - 1))];
}

const endButtons = () => [
  html("button", { id: "again", class: "primary", "data-seat": -1, "data-key": "next" },
    icon("skip-forward", 20), words.next),
  html("a", { id: "decided", class: "button", href: "/matches#latest" }, icon("stack", 20), words.decided),
  about.lobby ? lobbyButton("other", words.other_game) : null,
];

const isLed = () => Boolean(heard.public.lesson?.length);

/** @param {string} id @param {string} text */
const lobbyButton = (id, text) => html("button", { id, "data-lobby": true }, icon("house", 20), text);

/**
 * While a game asks, whoever answers is named. Else the same answer of several is one button.
 * @param {PublicPage} page
 */
function answerButtons(page) {
  const answers = page.players.flatMap((player, seat) =>
    player.answers.map((answer) => ({ ...answer, seat, name: player.name })));
  const areSeveral = new Set(answers.map((answer) => answer.seat)).size > 1;
  const isNamed = page.phase === "playing" && page.asked.length > 0 && areSeveral;
  const shown = isNamed ? answers : answers.filter((answer, n) =>
    answers.findIndex((other) => other.text === answer.text) === n);
  return shown.map(({ seat, name, key, text }, n) => html("button",
    { id: `answer-${n}`, class: n === 0 ? "primary" : "", "data-seat": seat, "data-key": key },
    isNamed ? `${name}: ${text}` : text));
}

const MOST_BUTTONS = 6; // a touch on the last one shows the others
/** @param {Choice} choice */
const choiceButton = (choice) => html("button", { id: `choice-${choice.id}`, "data-choice": choice.id }, choice.text);

/** @param {Choice[]} choices @param {number} room how many buttons */
function choiceButtons(choices, room) {
  if (choices.length <= Math.max(room, 2)) return choices.map(choiceButton);
  return [
    ...choices.slice(0, Math.max(room - 1, 1)).map(choiceButton),
    html("button", { id: "all-choices", "data-all": true },
      icon("stack", 18), `${words.all_choices} (${choices.length})`),
  ];
}

/** @param {PublicPage} page */
function drawKeys(page) {
  const seat = page.players.findIndex((player) => !player.bot);
  const people = page.players.filter((player) => !player.bot).length;
  show(undo,
    icon("arrow-u-up-left"),
    html("span", null, page.may_undo ? words.take_back : words.nothing_back,
      page.may_undo && people > 1 ? html("small", null, words.take_back_note) : null));
  undo.disabled = !page.may_undo || seat < 0;
  undo.dataset.seat = String(seat);
  const keys = [
    ["wrong", "warning", words.wrong],
    page.paused ? ["pause", "play", words.go_on] : ["pause", "pause", words.pause],
    ["night", "moon", words.night],
    ["next", "skip-forward", words.next],
  ];
  show(byId("keys"), keys.map(([key, name, text]) => {
    const isPressed = key === "night" ? String(page.night) : null;
    return html("button", { id: `key-${key}`, "data-seat": -1, "data-key": key, "aria-pressed": isPressed },
      icon(name), html("span", null, text));
  }));
}

// -- what is pressed

/** @param {EventTarget | null} target */
function press(target) {
  const reader = nearest(target, "[data-reader].open"), card = nearest(target, "[data-card]");
  if (carried !== null && reader) return putOn(reader);
  if (card && !card.dataset.does && !card.dataset.choice) return pickUp(liftable(card));
  const element = nearest(target, "[data-cell],[data-key],[data-choice],[data-show],[data-mend]");
  if (element && !element.matches(":disabled")) send(tapOf(element), element);
}

/** @param {HTMLElement} element @returns {Tap} */
function tapOf({ dataset: { cell, does, key, seat, choice, show: card, mend } }) {
  if (cell !== undefined) return { does: "press", cell: Number(cell), id: does };
  if (mend !== undefined) return { does: "mend" };
  if (key) return { does: "key", key, seat: Number(seat) };
  return card !== undefined ? { does: "show", id: card } : { does: "choose", id: choice };
}

// -- a card is dragged to a reader of the simulated table, or picked up by a touch or Enter and put on it by another

const CARRY_PX = 8;
/** @type {string | null} */
let carried = null;
/** @typedef {{ card: string, readers: string[] }} Liftable a card, and the readers at which it may be shown */
/** Where a finger came down on a card. @type {Liftable & { x: number, y: number } | null} */
let from = null;

/** @param {HTMLElement} element @returns {Liftable} */
const liftable = ({ dataset: { card = "", readers = "" } }) => ({ card, readers: readers.split(" ") });

/** @param {string | null} card @param {string[]} readers */
function carry(card, readers) {
  /** @type {NodeListOf<SVGElement>} */
  const places = document.querySelectorAll("[data-reader]");
  for (const place of places) {
    const isTarget = readers.includes(place.dataset.reader || "");
    place.classList.toggle("open", isTarget);
    place.setAttribute("tabindex", isTarget ? "0" : "-1");
  }
  carried = card;
  document.body.classList.toggle("carrying", card !== null);
}

/** A second touch puts it down. @param {Liftable} wanted */
function pickUp({ card, readers }) {
  if (carried === card) return putDown();
  carry(card, readers);
  showNote(words.to_reader);
}

const putDown = () => carry(null, []);

/** @param {HTMLElement | null} reader */
function putOn(reader) {
  if (carried !== null && reader?.classList.contains("open")) {
    send({ does: "lay", id: carried, seat: Number(reader.dataset.reader) });
  }
  putDown();
}

/** @param {PointerEvent} event @param {string} card */
function moveGhost(event, card) {
  const ghost = byId("ghost");
  if (ghost.hidden) show(ghost, cardPicture(card));
  ghost.hidden = false;
  ghost.style.translate = `${event.clientX - 32}px ${event.clientY - 32}px`;
}

document.addEventListener("pointerdown", (event) => {
  const card = nearest(event.target, "[data-card]");
  from = card && { ...liftable(card), x: event.clientX, y: event.clientY };
  if (card && event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
});
document.addEventListener("pointermove", (event) => {
  if (!from) return;
  const isFar = Math.hypot(event.clientX - from.x, event.clientY - from.y) > CARRY_PX;
  if (carried === null && isFar) pickUp(from);
  if (carried !== null) moveGhost(event, carried);
});
document.addEventListener("pointerup", (event) => {
  const isDragged = from && carried !== null && !byId("ghost").hidden;
  from = null;
  byId("ghost").hidden = true;
  if (!isDragged) return;
  isPressOver = true;
  putOn(nearest(document.elementFromPoint(event.clientX, event.clientY), "[data-reader]"));
  setTimeout(() => {
    isPressOver = false;
  });
});
document.addEventListener("pointercancel", () => {
  from = null;
  byId("ghost").hidden = true;
  putDown();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && carried !== null) putDown();
});

// -- a long press, or the other mouse button, asks why

let longPress = 0;
let isPressOver = false; // the click that follows a drag or a long press is no press

/** @param {EventTarget | null} target */
function askWhy(target) {
  const cell = nearest(target, "[data-cell]");
  if (cell) send({ does: "why", cell: Number(cell.dataset.cell) });
  return cell;
}

document.addEventListener("click", (event) => {
  if (isPressOver) isPressOver = false;
  else press(event.target);
});
document.addEventListener("contextmenu", (event) => {
  if (askWhy(event.target)) event.preventDefault();
});
document.addEventListener("pointerdown", (event) => {
  isPressOver = false;
  const isReadable = nearest(event.target, "[data-face]"); // then it shows the card: zoom.js
  if (event.pointerType === "mouse" || !nearest(event.target, "[data-cell]") || isReadable) return;
  longPress = setTimeout(() => {
    isPressOver = true;
    askWhy(event.target);
  }, LONG_PRESS_MS);
});
for (const over of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(over, () => clearTimeout(longPress));
}

// -- the grid is one stop for the tab key; arrows move in it, Enter presses

/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -6, ArrowDown: 6 };

table.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (key === "Enter" || key === " ") {
    press(target);
    event.preventDefault();
  }
  const cell = nearest(target, "[data-cell]");
  if (!cell) return;
  if (key === "?") askWhy(cell);
  const at = Number(cell.dataset.cell), step = STEPS[key] || 0, to = at + step;
  const leavesRow = Math.abs(step) === 1 && Math.floor(to / 6) !== Math.floor(at / 6);
  if (!step || to < 0 || to > 35 || leavesRow) return;
  event.preventDefault();
  cell.setAttribute("tabindex", "-1");
  byId(`cell-${to}`, SVGGElement).setAttribute("tabindex", "0");
  focusOn(table, `#cell-${to}`);
});
undo.addEventListener("click", () => send({ does: "key", key: "undo", seat: Number(undo.dataset.seat) }, undo));

// -- the sheets: seats and phones, all choices, the lobby, how it is played

/** @param {string} shows @param {() => void} fill */
function openSheet(shows, fill) {
  sheet.dataset.shows = shows;
  fill();
  sheet.showModal();
}

/** @param {string} title */
const sheetHead = (title) => html("header", null,
  html("h2", null, title),
  html("button", { id: "close", class: "plain", "data-close": true },
    icon("x", 18), html("span", { class: "vh" }, words.close)));

function drawChoices() {
  show(sheet, sheetHead(words.choices), html("div", { class: "choices" }, heard.public.choices.map((choice) =>
    html("button", { "data-choice": choice.id }, choice.text))));
}

function drawLeave() {
  show(sheet, sheetHead(words.lobby),
    html("p", null, isLed() ? words.unsaved_note : words.lobby_note),
    html("p", { class: "choices" }, lobbyButton("leave", words.lobby)));
}

function drawSeats() {
  const hasPhones = about.lan && heard.phone_hosts.length > 0;
  show(sheet, sheetHead(words.seats),
    hasPhones ? null : html("p", { class: "mute" }, about.lan ? words.no_network : words.only_here),
    hasPhones && !Object.keys(heard.claims).length ? heard.phone_hosts.map(addressLine) : null,
    html("ul", { class: "seats" }, heard.public.players.map(seatLine)));
}

/** For a phone that comes from another address. @param {string} host */
const addressLine = (host) => html("p", { class: "address" }, `${words.join}: ${seatAddress(host)}`);
/** @param {string} host */
const seatAddress = (host) => `${host}:${location.port || 80}/seat`;

/** @param {Player} player @param {number} seat */
function seatLine({ name, bot }, seat) {
  const mayHandOver = about.lobby && !isLed() && !isOver(heard.public); // between a person and a bot
  const back = mayHandOver ? backButton(heard.public, seat) : null;
  if (bot && !mayHandOver) return null;
  if (bot) return html("li", null, html("b", null, `${name} (${words.bot})`), back, personForm(seat));
  return html("li", null,
    html("b", null, name),
    heard.claims[seat] ? seatLinks(seat, heard.claims[seat]) : freeButton(seat),
    back,
    mayHandOver ? html("details", null, html("summary", null, words.bot_plays_on), botButtons(seat)) : null);
}

/** @param {number} seat */
const personForm = (seat) => html("form", { "data-person": seat },
  html("input", {
    id: `person-${seat}`, maxlength: 24, required: true, placeholder: words.name, "aria-label": words.name,
  }),
  html("button", null, words.person_plays_on));

/** @param {number} seat */
const freeButton = (seat) => [
  html("p", null, icon("device-mobile", 18), ` ${words.claimed}`),
  html("button", { id: `free-${seat}`, "data-free": seat }, words.free),
];

/** @param {number} seat @param {string} code */
const seatLinks = (seat, code) => [
  heard.phone_hosts.map((host) => phoneLink(seat, code, host)),
  html("p", { class: "code" }, code),
  html("a", { href: seatLink(code), target: "_blank", class: "button" }, words.here),
];

/** @param {string} code */
const seatLink = (code) => `/seat#${code.replaceAll(" ", "-")}`;

/**
 * The picture for one network, with the address to type instead.
 * @param {number} seat @param {string} code @param {string} host
 */
function phoneLink(seat, code, host) {
  const address = `/qr?seat=${seat}&host=${encodeURIComponent(host)}&for=${code.replaceAll(" ", "-")}`;
  return html("figure", { class: "phone-link" },
    html("img", { src: address, alt: words.scan, width: 190, height: 190 }),
    about.lan ? html("figcaption", null, seatAddress(host)) : null);
}

function drawRules() {
  const quotes = about.rules.filter(({ quote }) => quote).map(({ rule, quote }) =>
    html("li", null, html("b", null, rule), " ", quote));
  show(sheet, sheetHead(words.rules),
    about.learn
      ? html("p", null, html("a", { class: "button", href: `/learn?game=${about.learn}` }, words.pictures))
      : null,
    html("h3", null, words.legend), html("p", null, about.legend),
    about.options.length ? [html("h3", null, words.options), html("dl", null, about.options.map(optionLines))] : null,
    quotes.length ? [html("h3", null, words.rules), html("ol", { class: "quotes" }, quotes)] : null);
}

/** @param {AboutOption} option */
const optionLines = ({ name, value, help, rule, words: quote }) => [
  html("dt", null, html("code", null, name), `: ${value}`),
  html("dd", null, help, help ? " " : "", quote && html("small", null, `${rule}: ${quote}`)),
];

document.addEventListener("click", (event) => {
  const element = nearest(event.target, "[data-close],[data-free],[data-all],[data-lobby],[data-bot],[data-back]");
  if (!element) return;
  const { close, free, all, lobby, bot, back, of } = element.dataset;
  if (bot !== undefined) send({ does: "bot", id: bot, seat: Number(of) }, element);
  if (back !== undefined) send({ does: "back", id: back, seat: Number(of) }, element);
  if (lobby !== undefined) send({ does: "lobby" }, element);
  if (close !== undefined) sheet.close();
  if (all !== undefined) openSheet("choices", drawChoices);
  if (free !== undefined) send({ does: "free", seat: Number(free) }, element);
});
sheet.addEventListener("submit", (event) => {
  event.preventDefault();
  const seat = Number(nearest(event.target, "[data-person]")?.dataset.person);
  send({ does: "person", id: byId(`person-${seat}`, HTMLInputElement).value.trim(), seat }, event.submitter);
});

// -- the bar

byId("seats-open").addEventListener("click", () => openSheet("seats", drawSeats));
byId("lobby-open").addEventListener("click", () => openSheet("leave", drawLeave));
byId("rules-open").addEventListener("click", () => openSheet("rules", drawRules));
byId("look").addEventListener("click", () => {
  changeLook();
  drawBar();
});

function drawBar() {
  const isDay = setLook() === "day";
  byId("lobby-open").hidden = !about.lobby;
  drawOpener("lobby-open", icon("house"), words.lobby);
  drawOpener("seats-open", icon("qr-code"), words.seats);
  drawOpener("matches-open", icon("stack"), words.matches);
  drawOpener("maker-open", icon("wrench"), words.maker);
  drawOpener("rules-open", icon("book-open-text"), words.rules);
  drawOpener("look", icon(isDay ? "moon" : "sun"), isDay ? words.evening : words.day);
}

/** @param {string} id @param {Element} sign @param {string} text */
const drawOpener = (id, sign, text) => show(byId(id), sign, html("span", { class: "vh" }, text));

let isFirst = true;
/** @param {TableMoment} moment */
function drawAll(moment) {
  if (isFirst) drawBar();
  isFirst = false;
  draw(moment);
  stayAwake();
}

follow("table", { draw: drawAll, note: showNote });

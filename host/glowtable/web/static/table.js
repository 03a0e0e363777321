// The table's own page: every cell and key can be pressed as on the table itself.

import { about, backButton, botButtons, byId, cardButtons, cardPicture, changeLook, chooseLanguage, follow, html, icon, isConnected, kept, language, send, setLook, show, showNote, words } from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { drawTable } from "/static/drawn_table.js";
import { drawAsk, drawNews, drawScore, isOver } from "/static/side.js";

const LONG_PRESS_MS = 600;
let heard = null;

function draw(fresh) {
  heard = fresh;
  const page = fresh.public;
  document.title = `${page.game} · Glowtable`;
  byId("game").textContent = page.game;
  document.documentElement.dataset.night = page.night ? "yes" : "";
  drawTable(byId("table"), page, true);
  drawAiling(page);
  if (carried !== null) carry(null, "");
  drawAsk(page, buttons(page), cardButtons(page.awaited));
  drawScore(page);
  drawNews(page);
  drawKeys(page);
  if (byId("sheet").open) ({ seats: drawSeats, choices: () => byId("sheet").close() })[byId("sheet").dataset.shows]?.();
}

function drawAiling(page) {
  byId("ailing").hidden = !page.ailing.length;
  show(byId("ailing"), html("h2", null, words.ailing), html("ul", null, page.ailing.map((text) => html("li", null, text))),
    html("button", { id: "mend", "data-mend": true }, words.mend));
}

// -- the buttons of what is asked: first what the keys do apart from the game, then what the game offers

function buttons(page) {
  if (isOver(page)) return [html("button", { id: "again", class: "primary", "data-seat": -1, "data-key": "next" }, icon("skip-forward", 20), words.next), about.lobby ? lobbyButton("other", words.other_game) : null];
  const lying = new Set(page.zones.flatMap((zone) => zone.things.map((thing) => thing.choice))); // these are pressed where they lie
  const several = page.players.filter((player) => player.answers.length).length > 1;
  const answers = page.players.flatMap((player, seat) => player.answers.map((answer) => ({ ...answer, seat, name: player.name })));
  const alike = answers.filter((one, n) => answers.findIndex((other) => other.text === one.text) === n);
  const shown = page.phase === "playing" && page.asked.length && several ? answers : alike;
  return [
    ...shown.map((each, n) => html("button", { id: `answer-${n}`, class: n === 0 ? "primary" : "", "data-seat": each.seat, "data-key": each.key },
      shown === answers && several ? `${each.name}: ${each.text}` : each.text)),
    ...choiceButtons(page.choices.filter((each) => !lying.has(each.id)), ASIDE - shown.length - Math.min(2, page.asked.length - 1)),
  ];
}

const lobbyButton = (id, text) => html("button", { id, "data-lobby": true }, icon("house", 20), text);

// More than there is room for are a touch away.
const ASIDE = 6;
const choiceButton = (each) => html("button", { id: `choice-${each.id}`, "data-choice": each.id }, each.text);
function choiceButtons(choices, room) {
  if (choices.length <= Math.max(room, 2)) return choices.map(choiceButton);
  return [...choices.slice(0, Math.max(room - 1, 1)).map(choiceButton), html("button", { id: "all-choices", "data-all": true }, icon("stack", 18), `${words.all_choices} (${choices.length})`)];
}

function drawChoices() {
  show(byId("sheet"), closing(words.choices), html("div", { class: "choices" }, heard.public.choices.map((each) => html("button", { "data-choice": each.id }, each.text))));
}

function drawKeys(page) {
  const seat = page.players.findIndex((player) => !player.bot);
  show(byId("undo"), icon("arrow-u-up-left"), html("span", null, page.may_undo ? words.take_back : words.nothing_back, page.may_undo ? html("small", null, words.take_back_note) : null));
  byId("undo").disabled = !page.may_undo || seat < 0;
  byId("undo").dataset.seat = seat;
  show(byId("keys"), [["wrong", "warning", words.wrong], ["pause", page.paused ? "play" : "pause", page.paused ? words.go_on : words.pause], ["night", "moon", words.night], ["next", "skip-forward", words.next]]
    .map(([key, name, text]) => html("button", { id: `key-${key}`, "data-seat": -1, "data-key": key, "aria-pressed": key === "night" ? String(page.night) : null }, icon(name), html("span", null, text))));
}

// -- what is pressed

function take(tap, element = null) {
  if (!send(tap, element)) showNote(words.away);
}

function pressed(target) {
  const well = target.closest("[data-reader].open"), lying = target.closest("[data-card]");
  if (carried !== null && well) return putOn(well);
  if (lying && !lying.dataset.does && !lying.dataset.choice) return carried === lying.dataset.card ? carry(null, "") : carry(lying.dataset.card, lying.dataset.readers);
  const element = target.closest("[data-cell],[data-key],[data-choice],[data-show],[data-mend]");
  if (!element || element.disabled) return;
  const { cell, does, key, seat, choice, show: card, mend } = element.dataset;
  if (cell !== undefined) take({ does: "press", cell: Number(cell), id: does }, element);
  else if (mend !== undefined) take({ does: "mend" }, element);
  else if (key) take({ does: "key", key, seat: Number(seat) }, element);
  else take(card !== undefined ? { does: "show", id: card } : { does: "choose", id: choice }, element);
}

// -- a card is dragged to a reader of the simulated table, or picked up by a touch or Enter and put on it by another

const CARRY_PX = 8;
let carried = null, from = null;

function carry(card, readers) {
  const wells = [...document.querySelectorAll("[data-reader]")];
  for (const well of wells) {
    const open = card !== null && readers.split(" ").includes(well.dataset.reader);
    well.classList.toggle("open", open);
    well.setAttribute("tabindex", open ? 0 : -1);
  }
  carried = card;
  document.body.classList.toggle("carrying", card !== null);
  if (card !== null) showNote(words.to_reader);
}

function putOn(well) {
  if (well?.classList.contains("open")) take({ does: "lay", id: carried, seat: Number(well.dataset.reader) });
  carry(null, "");
}

function moveGhost(event) {
  const ghost = byId("ghost");
  if (carried === null) { ghost.hidden = true; return; }
  if (ghost.hidden) show(ghost, cardPicture(carried));
  ghost.hidden = false;
  ghost.style.translate = `${event.clientX - 32}px ${event.clientY - 32}px`;
}

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest("[data-card]");
  from = card && { x: event.clientX, y: event.clientY, card: card.dataset.card, readers: card.dataset.readers };
  if (card) event.target.releasePointerCapture?.(event.pointerId);
});
document.addEventListener("pointermove", (event) => {
  if (from && carried === null && Math.hypot(event.clientX - from.x, event.clientY - from.y) > CARRY_PX) carry(from.card, from.readers);
  if (from && carried !== null) moveGhost(event);
});
document.addEventListener("pointerup", (event) => {
  const isDragged = from && carried !== null && !byId("ghost").hidden;
  from = null;
  byId("ghost").hidden = true;
  if (!isDragged) return;
  wasLong = true; // the click that follows is no press
  putOn(document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-reader]"));
  setTimeout(() => { wasLong = false; });
});
document.addEventListener("pointercancel", () => { from = null; byId("ghost").hidden = true; carry(null, ""); });
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && carried !== null) carry(null, ""); });

let longPress = 0, wasLong = false;
function askWhy(target) {
  const cell = target.closest("[data-cell]");
  if (cell) take({ does: "why", cell: Number(cell.dataset.cell) });
  return cell;
}

document.addEventListener("click", (event) => { if (wasLong) wasLong = false; else pressed(event.target); });
document.addEventListener("contextmenu", (event) => { if (askWhy(event.target)) event.preventDefault(); });
document.addEventListener("pointerdown", (event) => {
  wasLong = false;
  if (event.pointerType !== "mouse" && event.target.closest("[data-cell]"))
    longPress = setTimeout(() => { wasLong = true; askWhy(event.target); }, LONG_PRESS_MS);
});
for (const over of ["pointerup", "pointercancel", "pointermove"]) document.addEventListener(over, () => clearTimeout(longPress));

// The grid is one stop for the tab key; arrows move in it, Enter presses.
const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -6, ArrowDown: 6 };
byId("table").addEventListener("keydown", (event) => {
  const at = event.target.dataset.cell;
  if (event.key === "Enter" || event.key === " ") { pressed(event.target); event.preventDefault(); }
  if (at === undefined) return;
  if (event.key === "?") askWhy(event.target);
  const to = Number(at) + (STEPS[event.key] || 0);
  const sameRow = Math.floor(to / 6) === Math.floor(at / 6);
  if (!STEPS[event.key] || to < 0 || to > 35 || (Math.abs(STEPS[event.key]) === 1 && !sameRow)) return;
  event.preventDefault();
  event.target.setAttribute("tabindex", -1);
  byId(`cell-${to}`).setAttribute("tabindex", 0);
  byId(`cell-${to}`).focus();
});
byId("undo").addEventListener("click", () => take({ does: "key", key: "undo", seat: Number(byId("undo").dataset.seat) }, byId("undo")));

// -- the sheets: seats and phones, how it is played

function openSheet(shows, fill) {
  const sheet = byId("sheet");
  sheet.dataset.shows = shows;
  fill();
  sheet.showModal();
}

const closing = (title) => html("header", null, html("h2", null, title), html("button", { id: "close", class: "plain", "data-close": true }, icon("x", 18), html("span", { class: "vh" }, words.close)));

function drawSeats() {
  show(byId("sheet"), closing(words.seats), phonesNote(),
    html("ul", { class: "seats" }, heard.public.players.map((player, seat) => player.bot ? botLine(player, seat) : seatLine(player, seat))));
}

// In a match that was begun in the lobby a bot may take over from a person, and a person from a bot.
const handOver = (seat) => !about.lobby || isOver(heard.public) ? null : [backButton(heard.public, seat), html("details", null, html("summary", null, words.bot_plays_on), botButtons(seat))];
const botLine = (player, seat) => !about.lobby || isOver(heard.public) ? null : html("li", null, html("b", null, `${player.name} (${words.bot})`), backButton(heard.public, seat),
  html("form", { "data-person": seat }, html("input", { id: `person-${seat}`, maxlength: 24, required: true, placeholder: words.name, "aria-label": words.name }),
    html("button", null, words.person_plays_on)));

function seatLine(player, seat) {
  const code = heard.claims[seat];
  if (!code) return html("li", null, html("b", null, player.name), html("p", null, icon("device-mobile", 18), ` ${words.claimed}`), html("button", { id: `free-${seat}`, "data-free": seat }, words.free), handOver(seat));
  return html("li", null, html("b", null, player.name), heard.phone_hosts.map((host) => phoneLink(seat, code, host)), html("p", { class: "code" }, code),
    html("a", { href: `/seat#${code.replaceAll(" ", "-")}`, target: "_blank", class: "button" }, words.here), handOver(seat));
}

const drawLeave = () => show(byId("sheet"), closing(words.lobby), html("p", null, words.lobby_note), html("p", { class: "choices" }, lobbyButton("leave", words.lobby)));

const phonesNote = () => about.lan && heard.phone_hosts.length ? null : html("p", { class: "mute" }, about.lan ? words.no_network : words.only_here);

// One picture for each network, with the address to type instead.
const phoneLink = (seat, code, host) => html("figure", { class: "phone-link" },
  html("img", { src: `/qr?seat=${seat}&host=${encodeURIComponent(host)}&for=${code.replaceAll(" ", "-")}`, alt: words.scan, width: 190, height: 190 }),
  about.lan ? html("figcaption", null, `${host}:${location.port || 80}/seat`) : null);

function drawRules() {
  show(byId("sheet"), closing(words.rules),
    html("p", { class: "row" }, html("label", { for: "language" }, words.language),
      html("select", { id: "language" }, [["en", "English"], ["de", "Deutsch"], ["it", "Italiano"]].map(([code, name]) => html("option", { value: code, selected: code === language }, name)))),
    html("h3", null, words.legend), html("p", null, about.legend),
    about.options.length ? [html("h3", null, words.options), html("dl", null, about.options.map((each) => [html("dt", null, html("code", null, each.name), ` = ${each.value}`), html("dd", null, each.help, each.help ? " " : "", html("small", null, `${each.rule}: ${each.words}`))]))] : null,
    html("h3", null, words.rules), html("ol", { class: "quotes" }, about.rules.map((each) => html("li", null, html("b", null, each.rule), " ", each.quote))));
}

document.addEventListener("click", (event) => {
  const { close, free, all, lobby, bot, back, of } = event.target.closest("[data-close],[data-free],[data-all],[data-lobby],[data-bot],[data-back]")?.dataset || {};
  if (bot !== undefined) take({ does: "bot", id: bot, seat: Number(of) }, byId(`bot-${of}-${bot}`));
  if (back !== undefined) take({ does: "back", id: back, seat: Number(of) }, byId(`back-${of}`));
  if (lobby !== undefined) take({ does: "lobby" }, event.target.closest("[data-lobby]"));
  if (close !== undefined) byId("sheet").close();
  if (all !== undefined) openSheet("choices", drawChoices);
  if (free !== undefined) take({ does: "free", seat: Number(free) }, byId(`free-${free}`));
});
byId("sheet").addEventListener("submit", (event) => {
  event.preventDefault();
  const seat = Number(event.target.dataset.person);
  take({ does: "person", id: byId(`person-${seat}`).value.trim(), seat }, event.submitter);
});
byId("sheet").addEventListener("change", (event) => { if (event.target.id === "language") chooseLanguage(event.target.value); });
byId("seats-open").addEventListener("click", () => openSheet("seats", drawSeats));
byId("lobby-open").addEventListener("click", () => openSheet("leave", drawLeave));
byId("rules-open").addEventListener("click", () => openSheet("rules", drawRules));
byId("look").addEventListener("click", () => { changeLook(); drawBar(); });

function drawBar() {
  const isDay = setLook() === "day";
  byId("lobby-open").hidden = !about.lobby;
  show(byId("lobby-open"), icon("house"), html("span", { class: "vh" }, words.lobby));
  show(byId("seats-open"), icon("qr-code"), html("span", { class: "vh" }, words.seats));
  show(byId("matches-open"), icon("stack"), html("span", { class: "vh" }, words.matches));
  show(byId("maker-open"), icon("wrench"), html("span", { class: "vh" }, words.maker));
  show(byId("rules-open"), icon("book-open-text"), html("span", { class: "vh" }, words.rules));
  show(byId("look"), icon(isDay ? "moon" : "sun"), html("span", { class: "vh" }, isDay ? words.evening : words.day));
}

let isFirst = true;
follow("table", { draw: (fresh) => { if (isFirst) drawBar(); isFirst = false; draw(fresh); stayAwake(); }, note: showNote, lost: () => {} });

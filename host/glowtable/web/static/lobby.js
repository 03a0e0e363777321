// The lobby: which game, who plays, start. The host's own page, phones and a television show the same.

import { stayAwake } from "/static/awake.js";
import {
  about, botName, byId, follow, html, icon, keep, kept, nearest, playerName, sendOne, show,
  showNote, strengthWord, svg, timeText, words,
} from "/static/page.js";
import { eveningText } from "/static/side.js";

const isBoard = location.pathname === "/board"; // a television only looks on
if (!isBoard) history.replaceState(null, "", "/"); // the seat of an earlier match is no more
const startButton = byId("start", HTMLButtonElement), nameInput = byId("name", HTMLInputElement);
let isSeated = false; // this device has a seat, or is the host's own
let sentName = ""; // it stays in the field until its person sits down

/** @param {LobbyMoment} moment */
function draw(moment) {
  const { public: lobby, host, you, hosts } = moment;
  isSeated = host || you !== null;
  const isIn = !isBoard && isSeated; // may change everything
  const isGuest = !isBoard && !isIn && moment.may;
  document.title = `${titleOf(lobby)} · Glowtable`;
  byId("title").textContent = titleOf(lobby);
  byId("matches-open").hidden = !host;
  byId("learn-open").setAttribute("href", `/learn?game=${lobby.game}`);
  byId("lobby").dataset.as = isGuest ? "guest" : isIn ? "player" : "board";
  drawOffers(lobby, isIn);
  show(byId("games"), lobby.games.map((game) => gameTile(game, lobby.game, isIn)));
  drawOptions(lobby, isIn);
  drawCare(lobby, host && !isBoard);
  show(byId("players"), lobby.players.map((player, seat) => playerLine(player, seat, you, isIn, isGuest)));
  show(byId("won"), lobby.won.length ? [icon("trophy", 18), ` ${eveningText(lobby.won)}`] : null);
  if (sentName && lobby.players.some((player) => player.name === sentName)) clearName(lobby.players[you ?? -1]?.name);
  drawSit(lobby, isIn, isGuest);
  drawJoin(isFull(lobby) ? null : hosts);
  show(byId("state"), lobby.obstacle || (isGuest ? (isFull(lobby) ? words.full : words.sit_first) : words.ready));
  byId("first-match").hidden = !(isIn || isGuest) || !lobby.games.find(({ name }) => name === lobby.game)?.has_lesson;
  startButton.hidden = !isIn;
  startButton.disabled = Boolean(lobby.obstacle);
  if (isBoard) stayAwake();
}

/** @param {LobbyPage} lobby */
const isFull = (lobby) => lobby.players.length >= lobby.most;
/** @param {LobbyPage} lobby */
const titleOf = (lobby) => lobby.games.find((game) => game.name === lobby.game)?.title || "";

/** @param {GameTile} game @param {string} chosen @param {boolean} isIn */
function gameTile(game, chosen, isIn) {
  const attributes = {
    id: `choose-${game.name}`, class: "tile", role: "radio", "aria-checked": String(game.name === chosen),
    "data-game": game.name, disabled: !isIn,
  };
  return html("button", attributes,
    svg("svg", { class: "fan-of", viewBox: "0 0 164 96", "aria-hidden": "true" },
      svg("use", { href: `#game-${game.name}` })),
    html("b", null, game.title),
    html("small", null, icon(game.cooperative ? "handshake" : "users-three", 16),
      game.least === game.most ? ` ${game.most}` : ` ${game.least}–${game.most}`,
      game.cooperative ? ` · ${words.together}` : null, game.age ? ` · ${game.age}+` : null,
      game.minutes ? ` · ${game.minutes} min` : null));
}

/** @param {LobbyPage} lobby @param {boolean} isIn */
function drawOffers(lobby, isIn) {
  show(byId("offers"), lobby.offers.map((offer) => html("p", { class: "box offer" },
    icon("play", 20),
    html("span", { class: "grow" },
      html("b", null, `${words.unfinished}: ${offer.title} `),
      html("small", null, [timeText(offer.started), offer.players.map(playerName).join(", "), offer.moves]
        .filter(Boolean).join(" · "))),
    isIn ? html("button", { id: `resume-${offer.match}`, "data-resume": offer.match }, words.resume) : null)));
}


/** @param {LobbyPage} lobby @param {boolean} isIn */
function drawOptions(lobby, isIn) {
  byId("rules").hidden = !lobby.options.length;
  show(byId("rules-title"), words.house_rules, lobby.as_printed ? html("small", null, ` · ${words.as_printed}`) : null);
  show(byId("options"), lobby.options.map((option) => html("div", { class: "option" },
    html("label", { for: `option-${option.name}` }, option.help || option.name),
    html("select", { id: `option-${option.name}`, "data-option": option.name, disabled: !isIn },
      option.choices.map((choice, n) =>
        html("option", { value: choice, selected: choice === option.value }, option.texts[n]))),
    option.words ? html("small", null, `${option.rule}: ${option.words}`) : null)));
}

let myJob = ""; // that was begun on this page
/**
 * What the host's own page can do for the table; the maker's page leads through a job.
 * @param {LobbyPage} lobby @param {boolean} isHost
 */
function drawCare({ job, jobs, preferences }, isHost) {
  byId("care").hidden = !isHost;
  byId("job").hidden = !job;
  byId("care-title").textContent = words.care;
  show(byId("preferences"), preferences.map(preferenceLine));
  show(byId("jobs"),
    jobs.map((each) => html("button", { id: `care-${each}`, "data-care": each }, words[each])),
    html("a", { class: "button", href: "/backup", download: "glowtable-journal.sqlite" }, words.back_up));
  show(byId("job"),
    html("p", null, words.cared),
    isHost ? html("a", { class: "button primary", href: "/maker" }, words.to_job) : null);
  if (job && job === myJob) location.assign("/maker");
}

/** @param {Preference} preference */
const preferenceLine = ({ name, choices, value }) => html("div", { class: "option" },
  html("label", { for: `prefer-${name}` }, words[`table_${name}`]),
  html("select", { id: `prefer-${name}`, "data-prefer": name }, choices.map((choice) =>
    html("option", { value: choice, selected: choice === value }, words[choice] || `${choice} %`))));

/**
 * @param {LobbyPlayer} player @param {number} seat
 * @param {number | null} you the seat of this device
 * @param {boolean} isIn @param {boolean} isGuest
 */
function playerLine(player, seat, you, isIn, isGuest) {
  const isMe = seat === you, name = player.bot ? botName(player.bot) : player.name;
  const mayTake = isGuest && !player.bot && !player.device;
  return html("li", { class: isMe ? "me" : null },
    icon(player.bot ? "robot" : "user"),
    html("span", { class: "grow" }, html("b", null, name), isMe ? html("small", null, ` ${words.you}`) : null),
    player.device
      ? html("span", { class: "link" }, icon("device-mobile", 18), html("span", { class: "vh" }, words.claimed))
      : null,
    mayTake ? html("button", { id: `take-${seat}`, "data-take": seat }, words.this_is_me) : null,
    isIn
      ? html("button", { id: `leave-${seat}`, class: "plain", "data-leave": seat },
        icon("x", 18), html("span", { class: "vh" }, `${isMe ? words.leave : words.remove}: ${name}`))
      : null);
}

/** @param {LobbyPage} lobby @param {boolean} isIn @param {boolean} isGuest */
function drawSit(lobby, isIn, isGuest) {
  const maySit = !isFull(lobby) && (isIn || isGuest);
  byId("sit").hidden = !maySit;
  byId("sit-do").textContent = isGuest ? words.sit : words.add;
  if (isGuest && !nameInput.value && document.activeElement !== nameInput) nameInput.value = kept("name");
  show(byId("people"), maySit && lobby.people.map((name) =>
    html("button", { id: `sit-${name}`, "data-sit": name }, icon("user", 18), name)));
  show(byId("bots"), maySit && isIn && lobby.bots.map((strength) =>
    html("button", { id: `bot-${strength}`, "data-bot": strength },
      icon("robot", 18), `${words.bot}: ${strengthWord(strength)}`)));
}

/** Who was typed sits there now. @param {string | undefined} own whom this device plays for */
function clearName(own) {
  if (own === sentName) keep("name", sentName);
  if (nameInput.value.trim() === sentName) nameInput.value = "";
  sentName = "";
}

/** While phones can reach this page, every screen shows how. @param {string[] | null} hosts null: no seat is free */
function drawJoin(hosts) {
  byId("join").hidden = !about.lan || !hosts;
  if (!about.lan || !hosts) return;
  show(byId("join"),
    html("h2", null, words.join),
    hosts.length ? null : html("p", null, words.no_network),
    hosts.map((host) => html("figure", null,
      html("img", { src: `/join.svg?host=${encodeURIComponent(host)}`, alt: words.scan, width: 220, height: 220 }),
      html("figcaption", null, `${host}:${location.port || 80}`))));
}

// -- what is tapped

document.addEventListener("click", (event) => {
  const tappable =
    "[data-game],[data-take],[data-leave],[data-sit],[data-bot],[data-resume],[data-care],#start,#first-match";
  const element = nearest(event.target, tappable);
  if (!element || element.matches(":disabled")) return;
  const { game, take: seat, leave, sit, bot, resume, care } = element.dataset;
  if (game !== undefined) sendOne({ does: "game", id: game }, element);
  else if (seat !== undefined) sendOne({ does: "take", seat: Number(seat) }, element);
  else if (leave !== undefined) sendOne({ does: "leave", seat: Number(leave) }, element);
  else if (sit !== undefined) sendOne({ does: "sit", id: sit }, element);
  else if (bot !== undefined) sendOne({ does: "bot", id: bot }, element);
  else if (resume !== undefined) sendOne({ does: "resume", id: resume }, element);
  else if (care !== undefined) {
    if (sendOne({ does: "care", id: care }, element)) myJob = care;
  } else if (element.id === "start") sendOne({ does: "start" }, element);
  else sendOne({ does: "learn", id: nameInput.value.trim() }, element);
});

document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return;
  const { option, prefer } = target.dataset;
  if (prefer !== undefined) sendOne({ does: "prefer", id: `${prefer}=${target.value}` }, target);
  else if (option !== undefined) sendOne({ does: "option", id: `${option}=${target.value}` }, target);
  else return;
  target.value = target.querySelector("option[selected]")?.getAttribute("value") || ""; // until the host agrees
});

byId("sit").addEventListener("submit", (event) => {
  event.preventDefault();
  const name = nameInput.value.trim();
  if (!name) return showNote(words.name_first);
  if (sendOne({ does: "sit", id: name }, byId("sit-do"))) sentName = name;
});

follow("lobby", { draw, note: showNote }).then(() => {
  byId("games-title").textContent = words.which_game;
  byId("players-title").textContent = words.who_plays;
  byId("name-label").textContent = nameInput.placeholder = words.name;
  startButton.textContent = words.start;
  show(byId("first-match"), icon("play"), words.first_match);
  show(byId("learn-open"), icon("book-open-text"), words.rules);
  show(byId("matches-open"), icon("stack"), html("span", { class: "vh" }, words.matches));
});

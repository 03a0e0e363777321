// A seat's own page, on the device of its player: the hand, covered until touched, and what may be done.

import {
  about, backButton, botButtons, byId, cardButtons, cardPicture, countDrawing, follow, forget, html, icon,
  isOfOtherStage, keep, kept, markTaps, nearest, seatAsked, sendOne, show, showNote, silentPicture, svg, words,
} from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { isOver, resultHead, resultLines } from "/static/side.js";

const STILL_MS = 120_000; // after so long without a touch the hand covers itself
/** @type {SeatMoment | null} */
let heard = null;
let isOpen = false, stillTimer = 0, wasMine = false, picked = "";
/** Which of its sums is shown, for each kind of step. @type {Record<string, number>} */
const chosenSums = {};

/** @param {SeatMoment} moment */
function draw(moment) {
  heard = moment;
  const { own, public: page, began } = moment;
  if (!own) return;
  if (seatAsked() === null) setSeat(own.seat);
  forget((name) => name.startsWith("notes") && !name.startsWith(`notes ${began} `));
  document.title = `${own.name} · Glowtable`;
  byId("pod").textContent = own.name.slice(0, 1);
  byId("name").textContent = own.name;
  byId("where").textContent = `${page.game} · ${words.seat} ${own.seat + 1}`;
  const isMine = own.acts || own.answers.length > 0 || own.awaited.length > 0;
  byId("turn").textContent = isOver(page) ? words.result : isMine ? words.your_turn : words.waiting;
  byId("turn").className = isMine ? "turn yours" : "turn";
  if (isMine && !wasMine) signal();
  wasMine = isMine;
  if (!own.choices.some((choice) => choice.id === picked)) picked = "";
  drawMain(own, page);
  drawFoot(own, page);
  drawReturn(moment);
}

/** How to come back at another address; seen while the host is away, under a fold. @param {SeatMoment} moment */
function drawReturn({ return_code }) {
  byId("return").hidden = !about.lan;
  show(byId("return"), html("details", { class: "box" },
    html("summary", null, words.elsewhere),
    html("p", null, words.elsewhere_note),
    html("p", { class: "code" }, html("b", null, return_code))));
}

function redraw() {
  if (!heard) return;
  draw(heard);
  markTaps();
  countDrawing();
}

// -- what is asked, the hand, the choices

/** @param {SeatPage} own @param {PublicPage} page */
function drawMain(own, page) {
  const hand = () => [
    awaitedSection(own), draftSection(own), ...inOrder(handSection(own), choiceSection(own, page)), notesSection(own),
  ];
  show(byId("main"),
    isOver(page) ? resultSection(page.result, page.players, own.headline) : askedSection(own, page),
    isUncovered() ? hand() : coverButton(),
    isOver(page) ? null : [gridSection(own, page), scoreSection(page)],
    about.lobby && !isOver(page) ? [backButton(page, own.seat), leaveSections(own)] : null);
}

/** What this seat is asked, else what others are. @param {SeatPage} own @param {PublicPage} page */
function askedSection(own, page) {
  const mine = page.asked.filter((prompt) => prompt.seat === own.seat || prompt.seat < 0);
  const [first, ...more] = mine.length ? mine : page.asked;
  const who = first && first.seat >= 0 && first.seat !== own.seat ? `${page.players[first.seat].name}: ` : "";
  return html("section", { class: "asked", "aria-live": "polite" },
    first?.card ? cardPicture(first.card) : null,
    html("p", null, who, first ? first.text : ""),
    more.map((prompt) => html("p", null, prompt.text)));
}

/** Whoever has no hand to look at sees the cards on the grid. @param {SeatPage} own @param {PublicPage} page */
const gridSection = (own, page) => !own.hand_size && !own.choices.some((choice) => choice.cell !== null) &&
  page.cells.some(({ cards }) => cards.length) ? cellGrid([], page) : null;

/** A touch away. @param {PublicPage} page */
const scoreSection = ({ lines }) => lines.length ? html("details", { id: "score", class: "box" },
  html("summary", null, words.score),
  html("ul", { class: "score" }, lines.map((line) => html("li", null, line)))) : null;

/** @param {Result} result @param {Player[]} players @param {string} headline */
const resultSection = (result, players, headline) => html("section", { class: "asked", "aria-live": "polite" },
  resultHead(result, headline), html("ul", { class: "score", id: "score" }, resultLines(result, players)));

/**
 * Folded away: who lets a bot play on only looks on from then, and who leaves the match ends it for all.
 * @param {SeatPage} own
 */
const leaveSections = (own) => [
  html("details", { id: "bots-fold", class: "box" }, html("summary", null, words.bot_plays_on), botButtons(own.seat)),
  html("details", { id: "lobby-fold", class: "box" }, html("summary", null, words.lobby),
    html("p", { class: "mute" }, words.lobby_note),
    html("p", { class: "choices" },
      html("button", { id: "lobby-leave", "data-lobby": true }, icon("house"), words.lobby))),
];

// A few buttons come before the hand, at the thumb's first glance; a long list after it.
const FEW = 6;
/** @param {Element | null} hand @param {Element | null} choices */
const inOrder = (hand, choices) =>
  choices && choices.querySelectorAll("[data-choice]").length <= FEW ? [choices, hand] : [hand, choices];

/** Where nobody knows more than others nothing is covered. */
const isUncovered = () => isOpen || !about.hidden;

function coverButton() {
  const back = () => svg("svg", { viewBox: "0 0 57 57" }, svg("use", { href: "#f-back" }));
  return html("button", { id: "open", class: "covered", "data-open": true },
    html("span", { class: "fan", "aria-hidden": "true" }, back(), back(), back()),
    html("span", null, words.covered), html("small", null, words.covered_note));
}

/** @param {SeatPage} own */
function handSection(own) {
  if (!own.hand.length && !own.hand_size) return null;
  const byCard = new Map(own.choices.filter(isOfHand).map((choice) => [choice.card, choice]));
  const taken = new Map(own.draft.map((step) => [step.card, step]));
  const unread = own.hand_size - own.hand.length;
  return html("section", null,
    html("div", { class: "head" },
      html("h2", null, words.hand),
      html("span", null, `${own.counted}${unread > 0 ? ` · ${unread} ${words.unread}` : ""}`)),
    html("div", { class: "cards", id: "hand" },
      own.hand.map((card, n) => cardInHand(card, `hand-${n}`, byCard.get(card), taken.get(card)))));
}

/**
 * @param {Card} card @param {string} id
 * @param {OwnChoice} [choice] what it can do
 * @param {Step} [step] what it has been put together for
 */
function cardInHand(card, id, choice, step) {
  if (step) {
    const attributes = { id, class: "in", "data-step": step.id, "aria-pressed": "true", "aria-label": step.text };
    return html("button", attributes, silentPicture(card));
  }
  if (!choice) return html("div", null, cardPicture(card));
  const classes = choice.id === picked ? "can in" : "can";
  return html("button", { id, class: classes, ...taps(choice), "aria-label": choice.text }, silentPicture(card));
}

/** A choice that is a card to choose, not a cell. @param {OwnChoice} choice */
const isOfHand = (choice) => choice.card && choice.cell === null;

/**
 * What a touch on a choice does: steps are put together, what has consequences is read first, all else is done.
 * @param {OwnChoice} choice
 * @returns {Record<string, string>} as attributes
 */
function taps(choice) {
  if (choice.is_step) return { "data-step": choice.id };
  if (!choice.comes.length) return { "data-choice": choice.id };
  return { "data-pick": choice.id, "aria-pressed": String(choice.id === picked) };
}

/** What is put together and not yet done: a touch takes a step out again. @param {SeatPage} own */
function draftSection(own) {
  if (!own.draft.length) return null;
  const canClose = own.choices.some((choice) => !choice.is_step);
  return html("section", { class: "options draft", id: "draft" },
    html("h2", null, words.draft),
    own.draft.map((step) => html("button", { id: `out-${step.id}`, "data-step": step.id },
      icon("x", 18), html("span", null, step.text))),
    canClose ? null : html("p", { class: "mute" }, words.more_needed));
}

/**
 * Choices by kind: cards as cards, cells as a little grid, everything else as a button that says what it does.
 * @param {SeatPage} own @param {PublicPage} page
 */
function choiceSection(own, page) {
  const inHand = new Set(own.hand);
  /** @param {OwnChoice} choice */
  const isElsewhere = (choice) =>
    (isOfHand(choice) && inHand.has(choice.card)) || (own.draft.length && !choice.is_step); // closes the draft: below
  const rest = own.choices.filter((choice) => !isElsewhere(choice));
  const kinds = [...new Set(rest.map((choice) => choice.kind))];
  if (!rest.length) return null;
  return html("section", { class: "options", id: "choices" },
    html("h2", null, words.choices),
    kinds.map((kind) => choiceGroup(rest.filter((choice) => choice.kind === kind), own, page)));
}

/** @param {OwnChoice[]} group @param {SeatPage} own @param {PublicPage} page */
function choiceGroup(group, own, page) {
  const fewest = own.hand_size ? 5 : 1; // cells for which a grid is drawn
  if (group.length >= fewest && group.every((choice) => choice.cell !== null)) return cellGrid(group, page);
  if (group.length > 3 && group.every((choice) => choice.card)) {
    return html("div", { class: "cards pick" },
      group.map((choice) => choiceButton(choice, silentPicture(choice.card), choice.text)));
  }
  if (group.length > 3 && group.every((choice) => choice.is_step && choice.cell === null)) return stepper(group);
  return group.map((choice) => choiceButton(choice, choice.text));
}

/** @param {OwnChoice} choice @param {Child} inside @param {string} [label] what it says, if that is not inside */
const choiceButton = (choice, inside, label) => html("button", {
  id: `choice-${choice.id}`, class: choice.id === picked ? "in" : "", ...taps(choice), "aria-label": label,
}, inside);

/** Of many sums one is shown, and is made less or more. @param {OwnChoice[]} group */
function stepper(group) {
  const kind = group[0].kind, at = Math.min(chosenSums[kind] || 0, group.length - 1);
  return html("div", { class: "stepper", "data-sums": JSON.stringify(group.map(({ id, text }) => ({ id, text }))) },
    html("button", { id: `less-${kind}`, "data-by": -1, "aria-label": words.less }, "−"),
    html("input", {
      id: `sum-${kind}`, type: "range", min: 0, max: group.length - 1, value: at,
      "data-kind": kind, "aria-label": group[at].text,
    }),
    html("button", { id: `more-${kind}`, "data-by": 1, "aria-label": words.more }, "+"),
    html("button", { id: `sum-do-${kind}`, "data-step": group[at].id }, group[at].text));
}

/** Show another sum. @param {HTMLInputElement} range @param {number} wanted */
function setSum(range, wanted) {
  const { kind = "" } = range.dataset;
  /** @type {Meaning[]} */
  const sums = JSON.parse(nearest(range, ".stepper")?.dataset.sums || "[]");
  const at = Math.max(0, Math.min(wanted, sums.length - 1)), button = byId(`sum-do-${kind}`);
  chosenSums[kind] = at;
  range.value = String(at);
  range.setAttribute("aria-label", sums[at].text);
  button.dataset.step = sums[at].id;
  button.textContent = sums[at].text;
}

/** @param {OwnChoice[]} group @param {PublicPage} page */
function cellGrid(group, page) {
  const byCell = new Map(group.map((choice) => [choice.cell, choice]));
  return html("div", { class: "grid36" }, page.cells.map((cell, n) => {
    const card = cell.cards.at(-1), choice = byCell.get(n);
    const inside = card === undefined ? cell.name : silentPicture(card);
    return choice ? choiceButton(choice, inside, choice.text) : html("span", { "aria-hidden": "true" }, inside);
  }));
}

/** @param {SeatPage} own */
function awaitedSection(own) {
  if (!own.awaited.length) return null;
  return html("section", { class: "options" }, html("h2", null, words.which_card), cardButtons(own.awaited));
}

/** @param {SeatPage} own */
function notesSection(own) {
  const isUnread = own.hand_size > own.hand.length;
  if (!own.private.length && !isUnread) return null;
  return html("section", { class: "notes" },
    html("h2", null, words.notes),
    html("ul", null, own.private.map((line) => html("li", null, line))),
    isUnread ? ownNotes() : null);
}

// For a hand that the table does not read: a sheet of paper that never leaves this device, of this match and this seat.
const notesName = () => `notes ${heard?.began} ${heard?.own?.seat}`;
function ownNotes() {
  const paper = html("textarea", { id: "own-notes", "aria-label": words.own_notes, placeholder: words.own_notes });
  paper.textContent = kept(notesName());
  return paper;
}

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLTextAreaElement) keep(notesName(), target.value);
  else if (target instanceof HTMLInputElement && target.dataset.kind) setSum(target, Number(target.value));
});

// -- the foot, at the thumb

/** @param {SeatPage} own @param {PublicPage} page */
function drawFoot(own, page) {
  byId("foot").hidden = false;
  const hasSound = kept("sound") === "on";
  show(byId("foot"),
    endButtons(own),
    isUncovered() ? own.choices.filter((choice) => isReady(own, choice)).map(doButton) : null,
    own.answers.map(answerButton),
    isUncovered() && (own.draft.length || picked) ? dropButton(own) : undoButton(page),
    about.hidden && footButton({ id: "cover", "data-cover": true, disabled: !isOpen }, icon("eye-slash"), words.cover),
    html("button", { id: "sound", class: "plain", "data-sound": true, "aria-pressed": String(hasSound) },
      icon(hasSound ? "speaker-high" : "speaker-slash"), html("span", { class: "vh" }, words.sound)));
}

/**
 * Whether a choice can be done now: it closes the draft, or was picked and read.
 * @param {SeatPage} own @param {OwnChoice} choice
 */
const isReady = (own, choice) => (own.draft.length ? !choice.is_step : choice.id === picked);

/** @param {Attributes} attributes @param {Element} sign @param {Child[]} text */
const footButton = (attributes, sign, ...text) => html("button", attributes, sign, html("span", null, text));

/** @param {Answer} answer @param {number} n the first is the likely one */
const answerButton = ({ key, text }, n) => footButton(
  { id: `key-${key}`, class: n === 0 && "primary", "data-key": key }, n === 0 ? icon("check") : icon("x", 18), text);

/** @param {OwnChoice} choice */
const doButton = (choice) => footButton(
  { id: `do-${choice.id}`, class: "primary", "data-choice": choice.id }, icon("check"),
  choice.text, choice.comes.map((text) => html("small", null, text)));

/** @param {SeatPage} own */
const dropButton = (own) =>
  footButton({ id: "drop", "data-drop": true }, icon("x", 18), own.draft.length ? words.drop_all : words.not_this);

/** @param {PublicPage} page */
const undoButton = (page) => footButton(
  { id: "key-undo", "data-key": "undo", disabled: !page.may_undo }, icon("arrow-u-up-left"),
  page.may_undo ? words.take_back : words.nothing_back);

/** What may be done when the match is over. @param {SeatPage} own */
const endButtons = (own) => own.may_start_next && [
  footButton({ id: "key-next", class: "primary", "data-key": "next" }, icon("skip-forward"), words.next),
  about.lobby && footButton({ id: "lobby", "data-lobby": true }, icon("stack"), words.other_game),
];

// -- the cover

/** @param {boolean} open */
function setOpen(open) {
  isOpen = open;
  coverLater();
  redraw();
}

function coverLater() {
  clearTimeout(stillTimer);
  if (isOpen) stillTimer = setTimeout(() => setOpen(false), STILL_MS);
}

document.addEventListener("pointerdown", coverLater);
document.addEventListener("visibilitychange", () => {
  if (isOpen) setOpen(false);
});

// -- what is tapped

const TAPPABLE = [
  "open", "cover", "choice", "step", "pick", "drop", "by", "show", "key", "sound", "lobby", "bot", "back",
].map((name) => `[data-${name}]`).join();

document.addEventListener("click", (event) => {
  const element = nearest(event.target, TAPPABLE);
  if (!element || element.matches(":disabled")) return;
  stayAwake();
  const { step, pick, drop, by, open, cover, sound } = element.dataset;
  if (open !== undefined) setOpen(true);
  else if (cover !== undefined) setOpen(false);
  else if (sound !== undefined) changeSound();
  else if (by !== undefined) changeSum(element, Number(by));
  else if (pick !== undefined) setPicked(picked === pick ? "" : pick);
  else if (drop !== undefined && picked) setPicked("");
  else if (drop !== undefined || step !== undefined) sendOne({ does: "step", id: step || "" }, element);
  else sendOne(tapOf(element), element);
});

/** What only the table can do. @param {HTMLElement} element @returns {Tap} */
function tapOf({ dataset: { lobby, bot, back, of, show: card, choice, key } }) {
  if (lobby !== undefined) return { does: "lobby" };
  if (bot !== undefined) return { does: "bot", id: bot, seat: Number(of) };
  if (back !== undefined) return { does: "back", id: back, seat: Number(of) };
  if (card !== undefined) return { does: "show", id: card };
  if (choice !== undefined) return { does: "choose", id: choice };
  return { does: "key", key, seat: key === "next" ? -1 : heard?.own?.seat };
}

function changeSound() {
  keep("sound", kept("sound") === "on" ? "" : "on");
  redraw();
}

/** @param {string} choice */
function setPicked(choice) {
  picked = choice;
  redraw();
}

/** @param {HTMLElement} button @param {number} by */
function changeSum(button, by) {
  const range = button.parentElement?.querySelector("input");
  if (range) setSum(range, Number(range.value) + by);
}

function signal() {
  if (kept("sound") !== "on") return;
  navigator.vibrate?.([120, 60, 120]);
  const audio = new AudioContext(), tone = audio.createOscillator(), volume = audio.createGain();
  tone.frequency.value = 660;
  volume.gain.value = 0.08;
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.18);
}

// -- claiming a seat: by the link that brought us here, or by its four words

/** Take a seat, or return the name of the word that says why not. @param {string} secret */
async function claim(secret) {
  const answer = await fetch("/claim", { method: "POST", body: secret });
  /** @type {{ seat: number, wrong?: string }} */
  const { seat, wrong } = await answer.json();
  if (answer.ok) setSeat(seat);
  return wrong;
}

/** @param {number} seat */
const setSeat = (seat) => history.replaceState(null, "", `/seat?seat=${seat}`);

async function claimTyped() {
  const wrong = await claim(byId("code", HTMLInputElement).value);
  if (wrong) showNote(words[wrong]);
  else location.reload();
}

function askForCode() {
  if (heard) showNote(words.lost_seat);
  forget((name) => name.startsWith("notes") && (seatAsked() === null || name.endsWith(` ${seatAsked()}`)));
  if (isOfOtherStage()) { // another sits here now
    sessionStorage.removeItem("stage");
    return location.replace("/");
  }
  heard = null;
  byId("foot").hidden = true;
  byId("turn").textContent = byId("where").textContent = "";
  byId("turn").className = "vh";
  byId("name").textContent = "Glowtable";
  const input = html("input", {
    id: "code", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": words.claim_note,
  });
  show(byId("main"), html("form", { class: "claim", id: "claim" },
    html("h2", null, words.claim),
    html("p", { class: "mute" }, words.claim_note),
    input,
    html("button", { class: "primary" }, words.claim_do)));
  byId("claim").addEventListener("submit", (event) => {
    event.preventDefault();
    claimTyped();
  });
}

async function begin() {
  const secret = location.hash.slice(1).replaceAll("-", " ");
  history.replaceState(null, "", `/seat${location.search}`);
  if (secret) await claim(secret);
  return follow("seat", { draw, note: showNote, refused: askForCode });
}

begin();

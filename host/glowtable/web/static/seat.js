// A seat's own page, on the device of its player: the hand, covered until touched, and what may be done.

import { about, backButton, botButtons, byId, cardButtons, cardPicture, follow, forget, html, icon, isOfOtherStage, isTapping, keep, kept, markTaps, seatAsked, send, show, showNote, svg, words } from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { isOver, resultHead, resultLines } from "/static/side.js";

const STILL_MS = 120_000; // after so long without a touch the hand covers itself
let heard = null, isOpen = false, stillTimer = 0, wasMine = false, picked = "";
const chosenSums = {}; // kind of a step -> which of its sums is shown

function draw(fresh) {
  heard = fresh;
  const { own, public: page } = fresh;
  if (!own) return;
  if (seatAsked() === null) setSeat(own.seat);
  forget((name) => name.startsWith("notes") && !name.startsWith(`notes ${fresh.began} `));
  document.title = `${own.name} · Glowtable`;
  byId("pod").textContent = own.name.slice(0, 1);
  byId("name").textContent = own.name;
  byId("where").textContent = `${page.game} · ${words.seat} ${own.seat + 1}`;
  const isMine = own.acts || own.answers.length > 0 || own.awaited.length > 0;
  byId("turn").textContent = isOver(page) ? words.result : isMine ? words.your_turn : words.waiting;
  byId("turn").className = isMine ? "turn yours" : "turn";
  if (isMine && !wasMine) signal();
  wasMine = isMine;
  if (!own.choices.some((each) => each.id === picked)) picked = "";
  drawMain(own, page);
  drawFoot(own, page);
}

function redraw() {
  draw(heard);
  markTaps();
  document.drawn = (document.drawn || 0) + 1;
}

// -- what is asked, the hand, the choices

function drawMain(own, page) {
  const mine = page.asked.filter((each) => each.seat === own.seat || each.seat < 0);
  const others = page.asked.filter((each) => !mine.includes(each));
  const [first, ...more] = mine.length ? mine : others;
  show(byId("main"),
    isOver(page) ? resultSection(own, page)
      : html("section", { class: "asked", "aria-live": "polite" }, html("p", null, who(first, own, page), first ? first.text : ""), more.map((each) => html("p", null, each.text))),
    isOpen ? [awaitedSection(own), draftSection(own), ...inOrder(handSection(own), choiceSection(own, page)), notesSection(own)] : coverButton(own),
    about.lobby && !isOver(page) ? [backButton(page, own.seat), botSection(own)] : null);
}

// Folded away: who lets a bot play on looks on from then.
const botSection = (own) => html("details", { class: "box" }, html("summary", null, words.bot_plays_on), botButtons(own.seat));

const who = (each, own, page) => (each && each.seat >= 0 && each.seat !== own.seat ? `${page.players[each.seat].name}: ` : "");

const resultSection = (own, page) => html("section", { class: "asked", "aria-live": "polite" }, resultHead(page, own.headline), html("ul", { class: "score", id: "score" }, resultLines(page)));

// A few buttons come before the hand, at the thumb's first glance; a long list after it.
const FEW = 6;
const inOrder = (hand, choices) => (choices && choices.querySelectorAll("[data-choice]").length <= FEW ? [choices, hand] : [hand, choices]);

function coverButton(own) {
  return html("button", { id: "open", class: "covered", "data-open": true },
    html("span", { class: "fan", "aria-hidden": "true" }, [0, 1, 2].map(() => svg("svg", { viewBox: "0 0 57 57" }, svg("use", { href: "#f-back" })))),
    html("span", null, words.covered), html("small", null, words.covered_note));
}

function handSection(own) {
  if (!own.hand.length && !own.hand_size) return null;
  const byCard = new Map(own.choices.filter((each) => each.card && each.cell === null).map((each) => [each.card, each]));
  const taken = new Map(own.draft.map((step) => [step.card, step]));
  return html("section", null, html("div", { class: "head" }, html("h2", null, words.hand), html("span", null, `${own.hand_size} ${words.cards}${own.hand_size > own.hand.length ? ` · ${own.hand_size - own.hand.length} ${words.unread}` : ""}`)),
    html("div", { class: "cards", id: "hand" }, own.hand.map((card, n) => {
      const choice = byCard.get(card), step = taken.get(card);
      if (step) return html("button", { id: `hand-${n}`, class: "in", "data-step": step.id, "aria-pressed": "true", "aria-label": step.text }, cardPicture(card, { "aria-hidden": "true" }));
      return choice ? html("button", { id: `hand-${n}`, class: choice.id === picked ? "can in" : "can", ...taps(choice), "aria-label": choice.text }, cardPicture(card, { "aria-hidden": "true" })) : html("div", null, cardPicture(card));
    })));
}

// What a touch on a choice does: steps are put together, what has consequences is read first, all else is done.
function taps(choice) {
  if (choice.is_step) return { "data-step": choice.id };
  return choice.comes.length ? { "data-pick": choice.id, "aria-pressed": String(choice.id === picked) } : { "data-choice": choice.id };
}

// What is put together and not yet done: a touch takes a step out again.
function draftSection(own) {
  if (!own.draft.length) return null;
  const canClose = own.choices.some((each) => !each.is_step);
  return html("section", { class: "options draft", id: "draft" }, html("h2", null, words.draft),
    own.draft.map((step) => html("button", { id: `out-${step.id}`, "data-step": step.id }, icon("x", 18), html("span", null, step.text))),
    canClose ? null : html("p", { class: "mute" }, words.more_needed));
}

// Choices by kind: cards as cards, cells as a little grid, everything else as a button that says what it does.
function choiceSection(own, page) {
  const inHand = new Set(own.hand);
  const closes = (each) => own.draft.length && !each.is_step; // these are below, at the thumb
  const rest = own.choices.filter((each) => !(each.card && each.cell === null && inHand.has(each.card)) && !closes(each));
  const kinds = [...new Set(rest.map((each) => each.kind))].map((kind) => rest.filter((each) => each.kind === kind));
  if (!rest.length) return null;
  return html("section", { class: "options", id: "choices" }, html("h2", null, words.choices), kinds.map((group) => groupOf(group, page)));
}

function groupOf(group, page) {
  if (group.length > 4 && group.every((each) => each.cell !== null)) return cellGrid(group, page);
  if (group.length > 3 && group.every((each) => each.card))
    return html("div", { class: "cards pick" }, group.map((each) => html("button", { id: `choice-${each.id}`, class: each.id === picked ? "in" : "", ...taps(each), "aria-label": each.text }, cardPicture(each.card, { "aria-hidden": "true" }))));
  if (group.length > 3 && group.every((each) => each.is_step && each.cell === null)) return stepper(group);
  return group.map((each) => html("button", { id: `choice-${each.id}`, class: each.id === picked ? "in" : "", ...taps(each) }, each.text));
}

// Of many sums one is shown, and is made less or more.
function stepper(group) {
  const kind = group[0].kind, at = Math.min(chosenSums[kind] || 0, group.length - 1);
  return html("div", { class: "stepper", "data-sums": JSON.stringify(group.map(({ id, text }) => ({ id, text }))) },
    html("button", { id: `less-${kind}`, "data-by": -1, "aria-label": words.less }, "−"),
    html("input", { id: `sum-${kind}`, type: "range", min: 0, max: group.length - 1, value: at, "data-kind": kind, "aria-label": group[at].text }),
    html("button", { id: `more-${kind}`, "data-by": 1, "aria-label": words.more }, "+"),
    html("button", { id: `sum-do-${kind}`, "data-step": group[at].id }, group[at].text));
}

function setSum(range, at) {
  const box = range.closest(".stepper"), sums = JSON.parse(box.dataset.sums), sum = sums[Math.max(0, Math.min(at, sums.length - 1))];
  range.value = chosenSums[range.dataset.kind] = sums.indexOf(sum);
  range.setAttribute("aria-label", sum.text);
  const put = box.querySelector("[data-step]");
  put.dataset.step = sum.id;
  put.textContent = sum.text;
}

function cellGrid(group, page) {
  const byCell = new Map(group.map((each) => [each.cell, each]));
  return html("div", { class: "grid36" }, page.cells.map((cell, n) => {
    const inside = cell.cards.length ? cardPicture(cell.cards.at(-1), { "aria-hidden": "true" }) : cell.name;
    const choice = byCell.get(n);
    return choice ? html("button", { id: `choice-${choice.id}`, class: choice.id === picked ? "in" : "", ...taps(choice), "aria-label": choice.text }, inside) : html("span", { "aria-hidden": "true" }, inside);
  }));
}

function awaitedSection(own) {
  return own.awaited.length ? html("section", { class: "options" }, html("h2", null, words.which_card), cardButtons(own.awaited)) : null;
}

function notesSection(own) {
  const unread = own.hand_size - own.hand.length;
  if (!own.private.length && unread <= 0) return null;
  return html("section", { class: "notes" }, html("h2", null, words.notes), html("ul", null, own.private.map((line) => html("li", null, line))), unread > 0 ? ownNotes() : null);
}

// For a hand that the table does not read: a sheet of paper that never leaves this device, of this match and this seat.
const notesName = () => `notes ${heard.began} ${heard.own.seat}`;
function ownNotes() {
  const paper = html("textarea", { id: "own-notes", "aria-label": words.own_notes, placeholder: words.own_notes });
  paper.textContent = kept(notesName());
  return paper;
}
document.addEventListener("input", (event) => { 
  if (event.target.id === "own-notes") keep(notesName(), event.target.value);
  else if (event.target.dataset.kind) setSum(event.target, Number(event.target.value));
});

function drawFoot(own, page) {
  byId("foot").hidden = false;
  const [first, ...others] = own.answers;
  const ready = isOpen ? own.choices.filter((each) => (own.draft.length ? !each.is_step : each.id === picked)) : [];
  show(byId("foot"),
    endButtons(own),
    ready.map((each) => html("button", { id: `do-${each.id}`, class: "primary", "data-choice": each.id }, icon("check"), html("span", null, each.text, each.comes.map((text) => html("small", null, text))))),
    first ? html("button", { id: `key-${first.key}`, class: "primary", "data-key": first.key }, icon("check"), html("span", null, first.text)) : null,
    others.map((each) => html("button", { id: `key-${each.key}`, "data-key": each.key }, icon("x", 18), html("span", null, each.text))),
    isOpen && (own.draft.length || picked) ? html("button", { id: "drop", "data-drop": true }, icon("x", 18), html("span", null, own.draft.length ? words.drop_all : words.not_this))
      : html("button", { id: "key-undo", "data-key": "undo", disabled: !page.may_undo }, icon("arrow-u-up-left"), html("span", null, page.may_undo ? words.take_back : words.nothing_back)),
    html("button", { id: "cover", "data-cover": true, disabled: !isOpen }, icon("eye-slash"), html("span", null, words.cover)),
    html("button", { id: "sound", class: "plain", "data-sound": true, "aria-pressed": String(kept("sound") === "on") }, icon(kept("sound") === "on" ? "speaker-high" : "speaker-slash"), html("span", { class: "vh" }, words.sound)));
}

// What may be done when the match is over.
const endButtons = (own) => [
  own.may_start_next ? html("button", { id: "key-next", class: "primary", "data-key": "next" }, icon("skip-forward"), html("span", null, words.next)) : null,
  own.may_start_next && about.lobby ? html("button", { id: "lobby", "data-lobby": true }, icon("stack"), html("span", null, words.other_game)) : null,
];

// -- the cover

function setOpen(open) {
  isOpen = open;
  clearTimeout(stillTimer);
  if (open) stillTimer = setTimeout(() => setOpen(false), STILL_MS);
  if (heard) redraw();
}

document.addEventListener("visibilitychange", () => { if (isOpen) setOpen(false); });
document.addEventListener("pointerdown", () => { if (isOpen) { clearTimeout(stillTimer); stillTimer = setTimeout(() => setOpen(false), STILL_MS); } });

document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-open],[data-cover],[data-choice],[data-step],[data-pick],[data-drop],[data-by],[data-show],[data-key],[data-sound],[data-lobby],[data-bot],[data-back]");
  if (!element || element.disabled) return;
  stayAwake();
  const { step, pick, drop, by, choice, key, open, cover, sound, lobby, bot, back, of, show: card } = element.dataset;
  if (open !== undefined) setOpen(true);
  else if (cover !== undefined) setOpen(false);
  else if (sound !== undefined) { keep("sound", kept("sound") === "on" ? "" : "on"); redraw(); }
  else if (by !== undefined) { const range = element.parentElement.querySelector("input"); setSum(range, Number(range.value) + Number(by)); }
  else if (pick !== undefined) { picked = picked === pick ? "" : pick; redraw(); }
  else if (drop !== undefined && picked) { picked = ""; redraw(); }
  else if (lobby !== undefined) tap({ does: "lobby" }, element);
  else if (bot !== undefined) tap({ does: "bot", id: bot, seat: Number(of) }, element);
  else if (back !== undefined) tap({ does: "back", id: back, seat: Number(of) }, element);
  else if (drop !== undefined || step !== undefined) tap({ does: "step", id: step || "" }, element);
  else if (card !== undefined) tap({ does: "show", id: card }, element);
  else tap(choice !== undefined ? { does: "choose", id: choice } : { does: "key", key, seat: key === "next" ? -1 : heard.own.seat }, element);
});

// A second tap waits until the first is answered or has failed: what it would mean is not known before.
function tap(what, element) {
  if (!isTapping() && !send(what, element)) showNote(words.away);
}

function signal() {
  if (kept("sound") !== "on") return;
  navigator.vibrate?.([120, 60, 120]);
  const audio = new AudioContext(), tone = audio.createOscillator(), loud = audio.createGain();
  tone.frequency.value = 660;
  loud.gain.value = 0.08;
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.18);
}

// -- claiming a seat: by the link that brought us here, or by its four words

async function claim(secret) {
  const answer = await fetch("/claim", { method: "POST", body: secret });
  const { seat, wrong } = await answer.json();
  if (answer.ok) setSeat(seat);
  return wrong;
}

const setSeat = (seat) => history.replaceState(null, "", `/seat?seat=${seat}`);

async function claimTyped() {
  const wrong = await claim(byId("code").value);
  if (wrong) showNote(words[wrong]);
  else location.reload();
}

function askForCode() {
  if (heard) showNote(words.lost_seat);
  forget((name) => name.startsWith("notes") && (seatAsked() === null || name.endsWith(` ${seatAsked()}`)));
  if (isOfOtherStage()) { sessionStorage.removeItem("stage"); return location.replace("/"); } // another sits here now
  heard = null;
  byId("foot").hidden = true;
  byId("turn").textContent = "";
  byId("turn").className = "vh";
  byId("name").textContent = "Glowtable";
  byId("where").textContent = "";
  const input = html("input", { id: "code", autocomplete: "off", autocapitalize: "none", spellcheck: "false", "aria-label": words.claim_note });
  show(byId("main"), html("form", { class: "claim", id: "claim" }, html("h2", null, words.claim), html("p", { class: "mute" }, words.claim_note), input, html("button", { class: "primary" }, words.claim_do)));
  byId("claim").addEventListener("submit", (event) => { event.preventDefault(); claimTyped(); });
}

async function begin() {
  const secret = location.hash.slice(1).replaceAll("-", " ");
  history.replaceState(null, "", `/seat${location.search}`);
  if (secret) await claim(secret);
  return follow("seat", { draw, note: showNote, refused: askForCode });
}

begin();

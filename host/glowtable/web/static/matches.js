// All matches of the journal: the list, and one of them move by move.

import { byId, html, icon, language, prepare, setFaces, show, showNote, words } from "/static/page.js";
import { drawTable } from "/static/drawn_table.js";
import { drawScore } from "/static/side.js";

let match = 0, asked = 0;

async function list() {
  const found = await (await fetch(`/matches/all?lang=${language}`)).json();
  show(byId("list"), found.map((each) => html("li", null, html("button", { id: `match-${each.match}`, "data-match": each.match, class: "match" },
    html("b", null, `${each.match} · ${each.game}`), html("span", null, `${each.players.join(", ")} · ${each.started}`), html("span", null, each.result[0] || words.running)))));
}

async function statistics() {
  const answer = await fetch(`/matches/statistics?lang=${language}`);
  if (!answer.ok) return;
  const found = await answer.json();
  byId("statistics-box").hidden = !found.matches;
  byId("statistics-title").textContent = words.statistics;
  const columns = [["played", words.played], ["won", words.won], ["streak", words.streak], ["longest_streak", words.longest_streak], ["average", words.average]];
  const groups = [["people", words.people], ["games", words.games], ["seats", words.all_seats], ["bots", words.bots]];
  const table = ([group, title]) => {
    const filled = columns.filter(([name]) => found[group].some((entry) => entry[name] !== null));
    return html("table", null,
      html("thead", null, html("tr", null, [title, ...filled.map(([, label]) => label)].map((label) => html("th", { scope: "col" }, label)))),
      html("tbody", null, found[group].map((entry) => html("tr", null, html("th", { scope: "row" }, String(entry.name)), filled.map(([name]) => html("td", null, String(entry[name] ?? "")))))));
  };
  show(byId("statistics"), groups.filter(([group]) => found[group].length).map(table),
    found.unknown ? html("p", { class: "mute" }, `${words.unknown_winners}: ${found.unknown}`) : null);
}

async function open(number) {
  match = number;
  await setFaces(`/matches/${match}/faces`);
  await draw(1e6);
}

async function draw(at) {
  const mine = ++asked;
  const answer = await fetch(`/matches/${match}?at=${at}&lang=${language}`);
  if (!answer.ok) return showNote(words.no_match);
  const page = await answer.json();
  if (mine !== asked) return;
  byId("move").hidden = byId("score-box").hidden = false;
  Object.assign(byId("at"), { max: page.last, value: page.at });
  byId("at").setAttribute("aria-label", words.move);
  byId("count").textContent = `${words.move} ${page.at} / ${page.last}`;
  show(byId("said"), page.said.map((text) => html("li", null, text)));
  show(byId("exports"), ["jsonl", "csv", "text"].map((form) => html("a", { class: "button", href: `/matches/${match}/${form}?lang=${language}`, download: `match-${match}.${form}` }, form)));
  drawTable(byId("table"), page.public, false);
  for (const cell of document.querySelectorAll("[data-cell]")) { cell.removeAttribute("tabindex"); cell.setAttribute("role", "img"); }
  drawScore(page.public);
}

const step = (by) => draw(Number(byId("at").value) + by);
byId("at").addEventListener("input", () => draw(byId("at").value));
byId("back").addEventListener("click", () => step(-1));
byId("on").addEventListener("click", () => step(1));
document.addEventListener("click", (event) => {
  const found = event.target.closest("[data-match]");
  if (found) open(Number(found.dataset.match));
});

await prepare();
document.title = `${words.matches} · Glowtable`;
byId("title").textContent = byId("list-title").textContent = words.matches;
show(byId("back"), icon("arrow-u-up-left", 18), html("span", { class: "vh" }, words.move_back));
show(byId("on"), icon("caret-right", 18), html("span", { class: "vh" }, words.move_on));
await Promise.all([list(), statistics()]);

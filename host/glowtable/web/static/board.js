// For a television: the table, the score and what happened, large. Nothing can be pressed, but whose seat a bot has taken comes back.

import { backButton, byId, follow, send, showNote, words } from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { drawTable } from "/static/drawn_table.js";
import { drawAsk, drawNews, drawScore } from "/static/side.js";

function draw({ public: page, left }) {
  document.title = `${page.game} · Glowtable`;
  byId("game").textContent = page.game;
  drawTable(byId("table"), page, false);
  for (const cell of document.querySelectorAll("[data-cell]")) {
    cell.removeAttribute("tabindex");
    cell.setAttribute("role", "img");
  }
  drawAsk(page, page.players[left]?.bot ? [backButton(page, left)].filter(Boolean) : []);
  drawScore(page);
  drawNews(page);
  stayAwake();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-back]");
  if (button && !send({ does: "back", id: button.dataset.back, seat: Number(button.dataset.of) }, button)) showNote(words.away);
});

follow("board", { draw, note: showNote });

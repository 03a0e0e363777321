// For a television: the table, the score and what happened, large. Nothing can be pressed.

import { byId, follow, showNote } from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { drawTable } from "/static/drawn_table.js";
import { drawAsk, drawNews, drawScore } from "/static/side.js";

function draw({ public: page }) {
  document.title = `${page.game} · Glowtable`;
  byId("game").textContent = page.game;
  drawTable(byId("table"), page, false);
  for (const cell of document.querySelectorAll("[data-cell]")) {
    cell.removeAttribute("tabindex");
    cell.setAttribute("role", "img");
  }
  drawAsk(page, []);
  drawScore(page);
  drawNews(page);
  stayAwake();
}

follow("board", { draw, note: showNote });

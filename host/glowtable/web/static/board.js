// For a television: the table, the score and what happened, large. Nothing can be pressed, but whose seat a bot has
// taken may come back.

import { backButton, byId, follow, nearest, send, showNote } from "/static/page.js";
import { stayAwake } from "/static/awake.js";
import { drawTable } from "/static/drawn_table.js";
import { drawAsk, drawNews, drawScore } from "/static/side.js";

/** @param {BoardMoment} moment */
function draw({ public: page, left }) {
  document.title = `${page.game} · Glowtable`;
  byId("game").textContent = page.game;
  drawTable(page, false);
  drawAsk(page, left !== undefined && page.players[left]?.bot ? backButton(page, left) : []);
  drawScore(page);
  drawNews(page);
  stayAwake();
}

document.addEventListener("click", (event) => {
  const button = nearest(event.target, "[data-back]");
  if (button) send({ does: "back", id: button.dataset.back, seat: Number(button.dataset.of) }, button);
});

follow("board", { draw, note: showNote });

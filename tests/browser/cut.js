(isColumn) => {
  // Every element that is cut, scrolled, covers its neighbour or leaves the screen, with why. A column may go on below.
  const found = [], SLACK = 1;
  const say = (element, why) => found.push(
    `${why}: ${element.localName}#${element.id}.${element.getAttribute("class") || ""} ${element.textContent.trim().slice(0, 50)}`);
  const isIn = (inner, outer) => inner.left >= outer.left - SLACK && inner.right <= outer.right + SLACK
    && inner.top >= outer.top - SLACK && inner.bottom <= outer.bottom + SLACK;
  const cover = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  const screen = isColumn ? { left: 0, top: -Infinity, right: innerWidth, bottom: Infinity }
    : { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const isBlock = (element) => element instanceof HTMLElement && !/inline$|contents|none/.test(getComputedStyle(element).display);
  for (const element of document.body.querySelectorAll(":not(.faces, .faces *, .vh, script)")) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || !element.checkVisibility()) continue;
    if (!isIn(box, screen)) say(element, "leaves the screen");
    if (isBlock(element)) {
      if (element.scrollWidth > element.clientWidth + SLACK || element.scrollHeight > element.clientHeight + SLACK) {
        say(element, `overflows by ${element.scrollWidth - element.clientWidth} ${element.scrollHeight - element.clientHeight}`);
      }
      const blocks = [...element.children].filter((child) => isBlock(child) && child.checkVisibility()
        && !(isColumn && /sticky|fixed|absolute/.test(getComputedStyle(child).position)));
      blocks.slice(1).forEach((child, n) => {
        if (cover(blocks[n].getBoundingClientRect(), child.getBoundingClientRect())) say(child, "covers its neighbour");
      });
    }
    if (element.matches(".cell .token") && !isIn(box, element.closest(".cell").querySelector(".bin").getBoundingClientRect())) {
      say(element, "leaves its cell");
    }
    if (element.localName === "text") {
      if (element.textContent.endsWith("…")) say(element, "shortened");
      const frame = element.closest(".badge, .token, .name, .cell, .zone");
      const around = frame?.querySelector(":scope > rect");
      if (around && !isIn(box, around.getBoundingClientRect())) say(element, "wider than its frame");
    }
  }
  return found;
}

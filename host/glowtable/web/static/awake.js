// The screen stays on while somebody plays, where browsers let it: only at a secure address.

import { showNote, words } from "/static/page.js";

let isWanted = false;

export function stayAwake() {
  if (isWanted) return;
  isWanted = true;
  hold();
  document.addEventListener("visibilitychange", hold); // a page that is not seen loses its hold
}

async function hold() {
  if (document.visibilityState !== "visible") return;
  if (!window.isSecureContext || !navigator.wakeLock) return noteOnce();
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    if (document.visibilityState === "visible") noteOnce(); // the battery is low
  }
}

function noteOnce() {
  if (sessionStorage.getItem("said that it sleeps")) return;
  sessionStorage.setItem("said that it sleeps", "yes");
  showNote(words.sleeps);
}

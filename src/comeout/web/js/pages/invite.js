// Invites others to a live table: a link to copy or share, a QR code that the house draws, the link to watch, and the
// large display.

import { Refusal, get } from "../app/rest-client.js";
import { announce } from "../kit/announce.js";
import { copyText } from "../kit/clipboard.js";
import { ask, toast } from "../kit/dialog.js";
import { h } from "../kit/dom.js";

/**
 * Open the dialog with everything by which others come to a table.
 * @param {string} table
 * @param {string} title what the table is called
 */
export async function inviteOthers(table, title) {
  try {
    const found = await get(`/tables/${encodeURIComponent(table)}/invite`);
    const body = [
      h("p", null, "Anybody who has this link can come to the table and play."),
      found.only_here ? h("p", { class: "quieter" }, "This house is open at an address of this computer alone, so the links work only here.") : "",
      h("div", { class: "invite" }, h("img", { class: "invite-code", src: found.picture, alt: "The link as a QR code, to scan with a phone", width: 232, height: 232 }), h("div", { class: "invite-links" }, link("Link to play", found.join), share(title, found.join), link("Link to watch", found.watch), link("Large display for the room", found.room), h("a", { class: "button", href: found.room, target: "_blank", rel: "noopener" }, "Open the room display"))),
    ];
    await ask({ title: "Invite others", body, actions: [{ label: "Close", value: null }], wide: true });
  } catch (bad) {
    toast(bad instanceof Refusal ? bad.says : "The house did not answer. Try again.", { kind: "bad" });
  }
}

/** Return a link with a button that copies it. @param {string} label @param {string} url */
function link(label, url) {
  const address = h("input", { type: "text", readonly: true, value: url, on: { focus: () => address.select() } });
  const copy = h("button", { type: "button", class: "button", "aria-label": `Copy: ${label.toLowerCase()}`, on: { click: () => void copied(copy, url) } }, "Copy");
  return h("div", { class: "invite-link" }, h("label", { class: "field" }, h("span", null, label), address), copy);
}

/** @param {HTMLElement} button @param {string} url */
async function copied(button, url) {
  const done = await copyText(Promise.resolve(url));
  button.textContent = done ? "Copied" : "Not copied";
  announce(done ? "The link is copied" : "The browser does not allow copying. Select the link and copy it.");
}

/** Return the button of the share sheet, where the device has one. @param {string} title @param {string} url */
function share(title, url) {
  if (!navigator.share) return null;
  const send = () => navigator.share({ title, text: `Play craps with me: ${title}`, url }).catch(() => {}); // whoever closes the sheet has shared nothing
  return h("button", { type: "button", class: "button main", on: { click: () => void send() } }, "Share");
}

// The dice panel shows how the table's dice are made, what the house committed to before the first roll, and the
// player's own seed.

import { clauseLink, sentence } from "../kit/clause-link.js";
import { toast } from "../kit/dialog.js";
import { fill, h, reword, soon } from "../kit/dom.js";

/** @typedef {import("../table/table-parts.d.ts").Table} Table */

const KINDS = /** @type {{[kind: string]: [string, string]}} */ ({
  lesson: ["Lesson dice", "These dice fall as the lesson needs them. They are not random, and nothing is claimed of them."],
  chain: ["Provable dice", "Every roll comes from a number that the house fixed before the first bet and sealed with the fingerprint below. If the house changed one afterwards, you could see it."],
  entropy: ["Random dice", "The house's computer draws each roll at the moment of the throw. There is nothing to verify afterwards."],
  crew: ["Real dice", "The crew throws real dice; two people read the faces, and both must read the same."],
});

/** @param {Table} table */
export function fairPart(table) {
  const { stage, live } = table;
  const anchor = h("code", { class: "anchor" });
  const chain = h("div", null);
  const about = h("div", null);
  const input = h("input", { name: "seed", maxlength: 64, autocomplete: "off", placeholder: "Any words you like", "aria-describedby": "seed-says" });
  const now = h("p", { class: "small", id: "seed-says" });
  const form = h(
    "form",
    { class: "seed", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), void set()) } },
    h("label", { class: "field" }, h("span", null, "Your seed"), input),
    h("button", { class: "button" }, "Set seed"),
    now,
  );
  const check = h("a", { class: "button", href: `/history?table=${encodeURIComponent(table.id)}` }, "Check the rolls yourself");
  const element = h("div", { class: "fair" }, about, chain, form, check);
  let kind = "";

  async function set() {
    const answer = await live.act("SetSeed", { seed: input.value.trim() });
    if (answer.ok) toast("Your seed counts from the next roll on.", { kind: "good" });
    else toast(h("span", null, sentence(answer.says), " ", clauseLink(table.bets.book, answer.clause)), { kind: "bad" });
  }

  function show() {
    const { sight } = stage;
    const told = sight?.table.dice;
    if (!sight || !told) return;
    if (kind !== told.kind) {
      kind = told.kind;
      const [name, says] = KINDS[kind] ?? [kind, ""];
      fill(about, h("h2", null, name), h("p", null, says));
    }
    const published = told.published;
    form.hidden = check.hidden = !published || sight.table.you.seat === null;
    chain.hidden = !published;
    if (published && anchor.textContent !== published.anchor) {
      anchor.textContent = published.anchor;
      fill(chain, h("p", { class: "field" }, h("span", null, `Published before the first of its ${published.length} rolls`), anchor));
    }
    const seed = sight.table.you.seed;
    const says = seed ? `Your seed now: “${seed}”.` : "Your own words go into every roll, so the house cannot have chosen its numbers against you.";
    reword(now, says);
  }
  stage.addEventListener("shown", () => soon(show));
  show();
  return { element };
}

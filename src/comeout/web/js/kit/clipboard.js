// Copies text to the clipboard, also over plain HTTP, where browsers offer no clipboard API.

import { h } from "./dom.js";

/**
 * Copy a text that may still be on its way; false where the browser does not let a page do so. The promise goes to the
 * clipboard as it is: some browsers let a page write only in the moment of a click.
 * @param {Promise<string>} text
 */
export async function copyText(text) {
  try {
    const plain = text.then((found) => new Blob([found], { type: "text/plain" }));
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": plain })]);
    return true;
  } catch {
    return copySelected(await text);
  }
}

/** The way from before the clipboard API: select the text in a field and copy the selection. @param {string} text */
function copySelected(text) {
  const held = document.activeElement;
  const field = h("textarea", { readonly: true, class: "visually-hidden", "aria-hidden": "true", tabindex: -1, value: text });
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (held instanceof HTMLElement || held instanceof SVGElement) held.focus({ preventScroll: true });
  return copied;
}

// Copies text to the clipboard, also over plain HTTP, where browsers offer no clipboard API.

import { h } from "./dom.js";

/**
 * Copy a text, or the promise of one; returns false if the browser does not allow it. The promise is passed to the
 * clipboard as it is, because some browsers allow writing only during a click.
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

/** Copy without the clipboard API: select the text in a field and copy the selection. @param {string} text */
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

// Entry point of the page: it applies the preferences, fills the navigation and starts the router.

import { $, fill, h } from "../kit/dom.js";
import { applyPreferences } from "../kit/preferences.js";
import { startSound } from "../kit/sound.js";
import { startRouter } from "./router.js";
import { ROUTES } from "./routes.js";
import { openSettings } from "./settings-dialog.js";
import { muteButton } from "./mute-button.js";

applyPreferences();
fill(
  $(".places"),
  ROUTES.filter((each) => each.name).map((each) => h("a", { href: each.href }, each.name)),
);
$("#settings").addEventListener("click", openSettings);
muteButton($("#mute"));
startSound();
startRouter();

import { render } from "preact";

import { pagePath, withBasePath } from "./address/server-address.ts";
import { App } from "./app.tsx";
import { showFocused } from "./components/show-focused.ts";
import { chosenTheme, showTheme } from "./components/theme.ts";
import "./styles/last.css";

showTheme(chosenTheme());
addEventListener("focusin", showFocused);
// Behind a proxy the page is below the base path. Somebody may have opened this server directly.
if (pagePath() === undefined) {
  location.replace(withBasePath(location.pathname + location.search + location.hash));
} else render(<App view={document.documentElement.dataset["view"] ?? ""} />, document.body);

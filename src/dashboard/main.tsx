import { render } from "preact";

import { App } from "./app.tsx";
import { showFocused } from "./components/show-focused.ts";
import { chosenTheme, showTheme } from "./components/theme.ts";

showTheme(chosenTheme());
addEventListener("focusin", showFocused);
render(<App view={document.documentElement.dataset["view"] ?? ""} />, document.body);

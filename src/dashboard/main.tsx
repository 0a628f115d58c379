import { render } from "preact";

import { App } from "./app.tsx";

render(<App view={document.documentElement.dataset["view"] ?? ""} />, document.body);

import { startTracker } from "./tracker.ts";

// A classic script finds its tag here while it runs for the first time.
startTracker(document.currentScript as HTMLScriptElement);

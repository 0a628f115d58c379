import { startTracker } from "./tracker.ts";

// Only available while a classic script runs for the first time.
startTracker(document.currentScript as HTMLScriptElement);

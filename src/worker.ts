import { runWorker } from "./cluster/worker.ts";

await runWorker();

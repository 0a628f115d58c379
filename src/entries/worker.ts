import { runWorker } from "../server/cluster/worker-process.ts";

await runWorker();

import { expect, test } from "vitest";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { ended, postImport } from "../../helpers/imports.ts";
import { importProcesses, isAlive, startServer, storeWebsite } from "../../helpers/program.ts";
import { days, expectOnce, history, pagesPerDay, RETENTION_DAYS } from "./plausible-history.ts";

test.each([800, 1_600])(
  "totals whose import is killed after %i ms, with all of Footfall, count once",
  async (ms) => {
    const DATA_DIR = await temporaryDirectory();
    const server = await startServer({ DATA_DIR, RETENTION_DAYS });
    const id = await storeWebsite(server.url, "example.com");
    const posted = await postImport(server.url, id, [["plausible.zip", history()]]);
    expect(posted.status).toBe(202);
    const importId = posted.json.data.id;
    await eventually(async () => expect(importProcesses(server)).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, ms));
    for (const pid of importProcesses(server)) process.kill(pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, ms));
    const pids = importProcesses(server);
    server.process.kill("SIGKILL");
    await server.exited;
    await eventually(async () => expect(pids.filter(isAlive)).toEqual([]));

    const next = await startServer({ DATA_DIR, RETENTION_DAYS });
    const rows = { read: days * (1 + pagesPerDay), imported: days * (1 + pagesPerDay) };
    const done = await ended(next.url, id, importId);
    expect(done).toMatchObject({ status: "done", days: { taken: days, left: 0 }, rows });
    await expectOnce(next.url);
  },
);

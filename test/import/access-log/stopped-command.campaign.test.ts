import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { undo } from "../../helpers/imports.ts";
import { countsOf, textOf, useCommandWorld } from "./command-world.ts";

const begin = useCommandWorld();

describe("a command that reads a log and is stopped", () => {
  const lines = 200_000;

  async function beginAndStop(signal: NodeJS.Signals) {
    const world = await begin();
    const path = world.file("access.log");
    await writeFile(path, textOf(0, lines));
    const program = world.start(path);
    await eventually(async () => expect(await world.pageViews()).toBeGreaterThan(0));
    program.process.kill(signal);
    const code = await program.exited;
    return { ...world, path, program, code };
  }

  async function expectContinued(stopped: Stopped, importId: number | undefined): Promise<void> {
    const { run, listed, pageViews, path, url, id } = stopped;
    const stored = await pageViews();
    const counts = await run(path);
    expect(counts["already imported"]).toBeGreaterThan(0);
    expect(counts).toMatchObject({ "lines read": lines, imported: lines - stored });
    expect(await pageViews()).toBe(lines);
    const rows = { read: lines, imported: lines, skipped: {} };
    await listed([{ id: importId, status: "done", problem: null, rows }]);
    await undo(url, id, importId ?? 0);
    expect(await pageViews()).toBe(0);
  }
  type Stopped = Awaited<ReturnType<typeof beginAndStop>>;

  test.each(["SIGINT", "SIGTERM"] as const)(
    "by %s keeps what it has stored, and continues the next time",
    async (signal) => {
      const stopped = await beginAndStop(signal);
      const { program, code, listed, pageViews } = stopped;
      expect({ code, stderr: program.stderr() }).toEqual({
        code: 1,
        stderr: `footfall: stopped by ${signal}\n`,
      });
      const stored = await pageViews();
      expect(stored).toBeLessThan(lines);
      expect(countsOf(program)).toMatchObject({ imported: stored });
      const problem = "The command was interrupted. Run it again to continue.";
      const rows = { read: stored, imported: stored, skipped: {} };
      const [made] = await listed([{ status: "failed", problem, rows }]);

      await expectContinued(stopped, made?.id);
    },
  );

  test("by SIGKILL keeps what it has stored, and continues the next time", async () => {
    const stopped = await beginAndStop("SIGKILL");
    const [before] = await stopped.listed([{ status: "running" }]);

    const counts = await stopped.run(stopped.path);

    expect(counts["already imported"]).toBeGreaterThan(0);
    expect(await stopped.pageViews()).toBe(lines);
    const rows = { read: lines, imported: lines, skipped: {} };
    await stopped.listed([{ id: before?.id, status: "done", problem: null, rows }]);
  });

  test("by SIGKILL has failed without another run, and can be undone", async () => {
    const { url, id, listed, pageViews } = await beginAndStop("SIGKILL");
    const problem =
      "The command was interrupted before the import was done. Run it again to continue.";
    const [failed] = await listed([{ status: "failed", problem }]);
    expect(await pageViews()).toBeGreaterThan(0);
    // The last piece may have been cut off.
    expect(failed?.rows.imported).toBeGreaterThanOrEqual(await pageViews());

    await undo(url, id, failed?.id ?? 0);
    expect(await pageViews()).toBe(0);
  });
});

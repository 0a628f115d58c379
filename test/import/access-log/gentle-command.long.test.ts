import { readdir, readFile, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { track } from "../../helpers/program.ts";
import { begin, countsOf, domain, textOf } from "./command-world.ts";

/** Returns the priority of each thread of the process: 19 is the lowest. */
async function prioritiesOf(pid: number | undefined): Promise<number[]> {
  const root = `/proc/${pid}/task`;
  const stats = (await readdir(root)).map((thread) => readFile(`${root}/${thread}/stat`, "latin1"));
  return (await Promise.all(stats)).map((stat) => Number(fieldsOf(stat)[16]));
}

/** Returns the processor time of a process, in milliseconds; undefined if it has ended. */
async function processorMs(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = fieldsOf(stat);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the fields behind the program's name, which is in parentheses. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

describe.runIf(process.platform === "linux")("a command that imports gently", () => {
  test("has the lowest priority, and imports the same", async () => {
    const { start, pageViews } = await begin();
    const program = start("--gently", "-");
    program.process.stdin.write(textOf(0, 150));

    await eventually(async () =>
      expect(new Set(await prioritiesOf(program.process.pid))).toEqual(new Set([19])),
    );
    program.process.stdin.end(textOf(150, 300));

    expect(await program.exited).toBe(0);
    expect(countsOf(program)).toMatchObject({ "lines read": 300, imported: 300 });
    expect(await pageViews()).toBe(300);
  });

  test("rests while events come in", async () => {
    const { url, start, file } = await begin();
    const path = file("access.log");
    await writeFile(path, textOf(0, 30_000));
    const begunMs = performance.now();
    const program = start("--gently", path);
    let workedMs = 0;
    for (;;) {
      const ms = await processorMs(program.process.pid);
      if (ms === undefined || program.process.exitCode !== null) break;
      workedMs = Math.max(workedMs, ms);
      expect((await track(url, domain, "/beside")).status).toBe(202);
      await delay(20);
    }

    const code = await program.exited;
    expect({ code, stderr: program.stderr() }).toEqual({ code: 0, stderr: "" });
    expect(countsOf(program)).toMatchObject({ imported: 30_000 });
    // A busy machine makes this share smaller.
    expect(workedMs / (performance.now() - begunMs)).toBeLessThan(0.3);
  });
});

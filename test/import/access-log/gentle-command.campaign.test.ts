import { readFile, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { track } from "../../helpers/program.ts";
import { countsOf, textOf, useCommandWorld } from "./command-world.ts";

const begin = useCommandWorld();

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
  test("rests while events come in", async () => {
    const { url, domain, start, file } = await begin();
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

import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { countsOf, textOf, useCommandWorld } from "./command-world.ts";

const begin = useCommandWorld();

/** Returns the priority of each thread of the process: 19 is the lowest. */
async function prioritiesOf(pid: number | undefined): Promise<number[]> {
  const root = `/proc/${pid}/task`;
  const stats = (await readdir(root)).map((thread) => readFile(`${root}/${thread}/stat`, "latin1"));
  return (await Promise.all(stats)).map((stat) => Number(fieldsOf(stat)[16]));
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
});

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { startServer, storeWebsite } from "../helpers/program.ts";
import { statuses, WORKERS, workersOf } from "./workers.ts";

const mebibyte = 1024;
/** The memory in which scrypt makes one hash. */
const hashKb = 128 * mebibyte;

/** The most memory that a process has had, in kilobytes. */
async function peakKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]);
}

test.runIf(process.platform === "linux")(
  "all workers hash the passwords of websites and shared links in one queue, in the primary",
  async () => {
    const server = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
    const id = await storeWebsite(server.url, "passwords.example");
    const pids = [server.process.pid ?? 0, ...workersOf(server)];
    const before = await Promise.all(pids.map(peakKb));

    const url = `${server.url}/api/v1/websites/${id}`;
    const headers = { "content-type": "application/json" };
    const password = "correct horse battery";
    const change = { method: "PATCH", headers, body: JSON.stringify({ password }) };
    const linkOf = (name: string) => {
      return { method: "POST", headers, body: JSON.stringify({ name, password }) };
    };
    const answers = await Promise.all([
      statuses(url, change, 2),
      ...["one", "two"].map((name) => statuses(`${url}/shares`, linkOf(name), 1)),
    ]);

    expect(answers.flat()).toEqual([200, 201, 201]);
    const after = await Promise.all(pids.map(peakKb));
    const [primary = 0, ...workers] = after.map((kb, index) => kb - (before[index] ?? 0));
    expect(primary).toBeLessThan(1.5 * hashKb);
    for (const worker of workers) expect(worker).toBeLessThan(0.5 * hashKb);
  },
);

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import {
  authorization,
  type Server,
  startProgram,
  startServer,
  storeWebsite,
} from "../helpers/program.ts";
import { statuses, WORKERS, workersOf } from "./workers.ts";

const mebibyte = 1024;
let DATA_DIR: string;
/** The memory in which scrypt makes one hash. */
const hashKb = 128 * mebibyte;

/** The most memory that a process has had, in kilobytes. */
async function peakKb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]);
}

let server: Server;
let id: number;
beforeAll(async () => {
  DATA_DIR = await temporaryDirectory();
  server = await startServer({ DATA_DIR, WORKERS });
  id = await storeWebsite(server.url, "workers.example");
});
afterAll(stopAll);

test.runIf(process.platform === "linux")(
  "all workers hash the passwords of websites and shared links in one queue, in the primary",
  async () => {
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

test("the audit list has what workers, the primary and the command change, once each", async () => {
  const url = `${server.url}/api/v1`;
  const headers = { "content-type": "application/json" };
  const goal = { name: "Signup", type: "event", value: "Signup" };
  const send = (path: string, method: string, body: object) =>
    statuses(`${url}${path}`, { method, headers, body: JSON.stringify(body) }, 1);
  await send(`/websites/${id}`, "PATCH", { timezone: "Europe/Berlin" });
  await send(`/websites/${id}/goals`, "POST", goal);
  await send("/keys", "POST", { name: "Program", may: ["read"], websites: "all" });
  const add = () => startProgram(["person", "add", "ada@example.com"], { DATA_DIR }).exited;
  expect([await add(), await add()]).toEqual([0, 0]);

  const answer = await fetch(`${url}/audit?per_page=100`, { headers: authorization });
  const { data } = (await answer.json()) as { data: { what: string; who: { name: string } }[] };
  expect(data.slice(0, 5).map(({ what, who }) => `${who.name}: ${what}`)).toEqual([
    "footfall person: person.link",
    "footfall person: person.invite",
    "root key: key.create",
    "root key: goal.create",
    "root key: website.update",
  ]);
});

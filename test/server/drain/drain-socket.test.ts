import { once } from "node:events";
import { statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { createServer, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";

import { Drain, type Drainable, type DrainProgress } from "../../../src/server/drain/drain.ts";
import { joinDrain, listenForDrains } from "../../../src/server/drain/drain-socket.ts";
import { silent } from "../../helpers/shipping.ts";

async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-drain-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

const nothingLeft: Drainable = {
  refuseEvents: async () => {},
  emptied: async () => {},
  unshippedBytes: async () => 0,
};

async function listen(directory: string, drainable: Drainable = nothingLeft, stallMs = 60_000) {
  const drain = new Drain({ drainable, stallMs, logger: silent });
  const stop = await listenForDrains(directory, drain);
  onTestFinished(stop);
  return { drain, stop };
}

/** Resolves with the first progress of this state. */
function progressOf(directory: string, state: DrainProgress["state"]): Promise<DrainProgress> {
  return new Promise((resolve, reject) => {
    joinDrain(directory, (progress) => {
      if (progress.state === state) resolve(progress);
    }).then((hasJoined) => {
      if (!hasJoined) reject(new Error("nobody listens"));
    }, reject);
  });
}

test("only the user may use the socket, and a stop removes it", async () => {
  const directory = await makeDirectory();
  const { stop } = await listen(directory);

  expect((await stat(join(directory, "drain"))).mode & 0o777).toBe(0o600);
  await stop();
  expect(await readdir(directory)).toEqual([]);
});

test("nobody else may use the socket in the moment before its mode is set either", async () => {
  const directory = await makeDirectory();
  const modes: number[] = [];
  const { listen: original } = Server.prototype;
  const spy = vi.spyOn(Server.prototype, "listen").mockImplementation(function (
    this: Server,
    ...args: unknown[]
  ) {
    const server = Reflect.apply(original, this, args) as Server;
    modes.push(statSync(join(directory, "drain")).mode & 0o777);
    return server;
  });
  onTestFinished(() => spy.mockRestore());
  await listen(directory);

  expect(modes.map((mode) => mode & 0o077)).toEqual([0]);
});

test("a command that asks learns when everything is shipped", async () => {
  const directory = await makeDirectory();
  const { drain } = await listen(directory);

  expect(await progressOf(directory, "drained")).toEqual({ state: "drained" });
  await drain.drained;
});

test("a directory whose path is longer than that of a socket may be works all the same", async () => {
  const directory = join(await makeDirectory(), "d".repeat(120), "e".repeat(120));
  await mkdir(directory, { recursive: true });
  await listen(directory);

  expect(await progressOf(directory, "drained")).toEqual({ state: "drained" });
  expect(await readdir(directory)).toEqual(["drain"]);
});

test("a socket that a dead process left is replaced, and nobody answers on it before", async () => {
  const directory = await makeDirectory();
  expect(await joinDrain(directory, () => {})).toBe(false);
  const path = join(directory, "drain");
  const dead = createServer().listen({ path });
  await once(dead, "listening");
  // A second name of the socket stays when the first is removed with its server.
  const { link, rename } = await import("node:fs/promises");
  await link(path, `${path}-left`);
  dead.close();
  await rename(`${path}-left`, path);
  expect(await joinDrain(directory, () => {})).toBe(false);

  await listen(directory);

  expect(await progressOf(directory, "drained")).toEqual({ state: "drained" });
});

test("a drain that stalls tells so, closes the connection and accepts events again", async () => {
  const directory = await makeDirectory();
  const refuseEvents = vi.fn(async () => {});
  const forever = new Promise<void>(() => {});
  await listen(
    directory,
    { refuseEvents, emptied: () => forever, unshippedBytes: async () => 7 },
    0,
  );
  const seen: DrainProgress[] = [];

  expect(await joinDrain(directory, (progress) => seen.push(progress))).toBe(true);

  expect(seen.at(-1)).toEqual({ state: "stalled", bytes: 7 });
  expect(refuseEvents.mock.calls).toEqual([[true], [false]]);
});

test("what fails is tried again while the drain lasts", async () => {
  const directory = await makeDirectory();
  const emptied = vi.fn().mockRejectedValueOnce(new Error("disk")).mockResolvedValueOnce(undefined);
  await listen(directory, { ...nothingLeft, emptied });

  expect(await progressOf(directory, "drained")).toEqual({ state: "drained" });
  expect(emptied).toHaveBeenCalledTimes(2);
});

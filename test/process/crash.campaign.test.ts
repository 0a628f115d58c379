import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import {
  childrenOf,
  isAlive,
  pages,
  startServer,
  storeWebsite,
  track,
} from "../helpers/program.ts";

test("kill -9 at any moment loses no acknowledged event and doubles none", async () => {
  const DATA_DIR = await temporaryDirectory();
  const acknowledged = new Set<string>();
  let id = 0;
  for (let round = 0; round < 3; round += 1) {
    const server = await startServer({ DATA_DIR });
    if (round === 0) id = await storeWebsite(server.url, "example.com");
    const senders = Array.from({ length: 8 }, async (_, sender) => {
      for (let i = 0; ; i += 1) {
        const path = `/${round}-${sender}-${i}`;
        const reply = await track(server.url, "example.com", path).catch(() => undefined);
        if (reply === undefined) return;
        if (reply.status === 202) acknowledged.add(path);
      }
    });
    const target = acknowledged.size + 30 + round * 17;
    await eventually(async () => expect(acknowledged.size).toBeGreaterThan(target));
    server.process.kill("SIGKILL");
    await Promise.all([server.exited, ...senders]);
  }
  const server = await startServer({ DATA_DIR });
  await eventually(async () => {
    const counted = new Map(
      (await pages(server.url, id)).map(({ value, count }) => [value, count]),
    );
    const missing = [...acknowledged].filter((path) => !counted.has(path));
    const doubled = [...counted].filter(([, count]) => count !== 1);
    expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
  });
});

test("its processes die with it, however it is killed", async () => {
  const server = await startServer({ DATA_DIR: await temporaryDirectory() });
  expect(childrenOf(server.process.pid, "engine.js")).toHaveLength(1);
  await eventually(async () =>
    expect(childrenOf(server.process.pid, "import-launcher.js")).toHaveLength(1),
  );
  const children = childrenOf(server.process.pid);
  expect(children).toHaveLength(2);

  server.process.kill("SIGKILL");

  await server.exited;
  await eventually(async () => expect(children.filter(isAlive)).toEqual([]));
});

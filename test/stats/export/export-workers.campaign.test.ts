import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { cleanUp, temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import {
  authorization,
  childrenOf,
  pages,
  startServer,
  storeWebsite,
} from "../../helpers/program.ts";

test("one export is read at a time, also if another worker has the second one", async () => {
  const { url, process: server } = await startServer({
    DATA_DIR: await temporaryDirectory(),
    WORKERS: "3",
  });
  const id = await storeWebsite(url, "example.com");
  // More than the kernel takes for a client that reads nothing.
  const event = {
    url: "https://example.com/",
    timestamp: "2025-03-01T12:00:00Z",
    props: { text: "x".repeat(4_000) },
  };
  const body = JSON.stringify(Array.from({ length: 1_000 }, () => event));
  for (let sent = 0; sent < 20; sent += 1) {
    const headers = { ...authorization, "content-type": "application/json" };
    await fetch(`${url}/api/v1/websites/${id}/events`, { method: "POST", headers, body });
  }
  await eventually(async () =>
    expect(await pages(url, id)).toEqual([expect.objectContaining({ count: 20_000 })]),
  );
  const path = `/api/v1/websites/${id}/events?from=2025-03-01&to=2025-03-01`;
  const { hostname, port } = new URL(url);
  const { authorization: key } = authorization;
  /** Begins an export, and reads nothing of it. */
  const stall = async () => {
    const socket = connect(Number(port), hostname).on("error", () => {});
    cleanUp(async () => {
      socket.destroy();
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${key}\r\n\r\n`);
    await once(socket, "readable");
    return socket;
  };
  const socket = await stall();

  const others = Array.from({ length: 6 }, async () => {
    // Another connection each, which any worker may take.
    const headers = { ...authorization, connection: "close" };
    const reply = await fetch(`${url}${path}`, { headers });
    await reply.body?.cancel();
    return reply.status;
  });
  expect(await Promise.all(others)).toEqual(Array(6).fill(503));

  socket.destroy();
  const reply = await fetch(`${url}${path}`, { headers: authorization });
  expect([reply.status, (await reply.text()).split("\n").length]).toEqual([200, 20_001]);

  await stall();
  for (const worker of childrenOf(server.pid, "worker.js")) process.kill(worker, "SIGKILL");
  const exportAgain = async () => {
    const again = await fetch(`${url}${path}`, { headers: authorization }).catch(() => undefined);
    await again?.body?.cancel();
    return again?.status;
  };
  // Sooner than a turn that nobody has would end.
  await eventually(async () => expect(await exportAgain()).toBe(200));
  server.kill("SIGTERM");
  await once(server, "exit");
});

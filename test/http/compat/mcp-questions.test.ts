import { getEventListeners, once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { apiOf } from "../../../src/http/compat/mcp/ask-api.ts";
import { clientSignal } from "../../../src/http/shell/client-signal.ts";
import { pluginTimeoutMs } from "../../../src/http/shell/server-limits.ts";
import { eventually } from "../../helpers/eventually.ts";

test("a question ends when the client that asked closes its connection", async () => {
  const app = Fastify({ pluginTimeout: pluginTimeoutMs });
  onTestFinished(() => app.close());
  const signals: AbortSignal[] = [];
  const errors: unknown[] = [];
  app.get("/api", async (_request, reply) => {
    const signal = clientSignal(reply);
    signals.push(signal);
    await once(signal, "abort");
    return "";
  });
  app.get("/other", (request) => apiOf(request)("/api").catch((e) => errors.push(e)));
  const { port } = new URL(await app.listen({ port: 0 }));
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("GET /other HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await eventually(async () => expect(signals.map(({ aborted }) => aborted)).toEqual([false]));
  socket.destroy();
  await eventually(async () => expect(signals.map(({ aborted }) => aborted)).toEqual([true]));
  await eventually(async () =>
    expect(errors.map(String)).toEqual([expect.stringMatching(/closed/)]),
  );
});

test("nothing of a question that has its answer stays at the connection", async () => {
  const app = Fastify({ pluginTimeout: pluginTimeoutMs });
  onTestFinished(() => app.close());
  const listeners: number[] = [];
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  app.get("/api", async () => ({ data: [] }));
  app.get("/other", async (request) => {
    const ask = apiOf(request);
    for (let n = 0; n < 30; n++) await ask("/api");
    listeners.push(getEventListeners(request.socket, "close").length);
    return "";
  });
  const { port } = new URL(await app.listen({ port: 0 }));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  for (let n = 0; n < 2; n++) {
    const asked = get({ port, path: "/other", agent });
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    await once(answer.resume(), "end");
  }
  expect(listeners[1]).toBe(listeners[0]);
  expect(warnings).toEqual([]);
});

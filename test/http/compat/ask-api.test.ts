import { once } from "node:events";
import { connect } from "node:net";
import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";

import { injectApi } from "../../../src/http/compat/ask-api.ts";
import { clientSignal } from "../../../src/http/shell/client-signal.ts";
import { eventually } from "../../helpers/eventually.ts";

test("a question ends when the client that asked closes its connection", async () => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const signals: AbortSignal[] = [];
  const errors: unknown[] = [];
  app.get("/api", async (_request, reply) => {
    const signal = clientSignal(reply);
    signals.push(signal);
    await once(signal, "abort");
    return "";
  });
  app.get("/other", (request) => injectApi(request, "/api").catch((e) => errors.push(e)));
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

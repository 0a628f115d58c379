import { Readable } from "node:stream";
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";

import { may } from "../../../access/rights.ts";
import { invalid, Problem } from "../../../base/errors.ts";
import { callerOf, requireKey } from "../../access/authentication.ts";
import { bearerOf } from "../../access/bearer.ts";
import { programVersion } from "../../shell/program-version.ts";
import { useJsonBodies } from "../../shell/validation.ts";
import { apiOf } from "./ask-api.ts";

/** The calls of an assistant are short. */
const bodyBytesMax = 64 * 1024;
/** Messages in one body, which clients of the protocol's first versions may put together. */
const messagesMax = 20;
const schema = { hide: true };

/**
 * `/mcp`: the Model Context Protocol, for assistants with an API key that may read. Its tools ask
 * the API with that key, so rights, limits and numbers are those of the API.
 */
export const mcpRoute: FastifyPluginAsync<{
  readonly now: () => number;
}> = async (app, { now }) => {
  useJsonBodies(app, ["application/json"]);
  app.addHook("onRequest", requireKey(app));
  app.addHook("onRequest", async (request) => {
    if (!may(callerOf(request), "read")) throw new Problem("FORBIDDEN");
  });
  // Nobody else waits for the protocol's code to load.
  const open = async () => (await import("./mcp-server.ts")).openMcpHandler(programVersion, now);
  let opening: ReturnType<typeof open> | undefined;

  async function callMcp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const listening = checkMessages(request.body);
    if (listening !== undefined) return reply.code(404).send(listening);
    opening ??= open().catch((error: unknown) => {
      // The next call tries again.
      opening = undefined;
      throw error;
    });
    const handler = await opening;
    const { status, headers, body } = await handler.fetch(toWebRequest(request), {
      parsedBody: request.body,
      authInfo: {
        token: bearerOf(request)?.key ?? "",
        clientId: "",
        scopes: [],
        extra: { api: apiOf(request) },
      },
    });
    reply.code(status).headers(Object.fromEntries(headers));
    return reply.send(body === null ? "" : Readable.fromWeb(body as never));
  }

  for (const method of ["POST", "GET", "DELETE"] as const) {
    app.route({ method, url: "/", bodyLimit: bodyBytesMax, schema, handler: callMcp });
  }
};

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
}

/**
 * Returns the refusal of a request that listens to changes; undefined if there is none. The
 * protocol's code would hold a stream open for it, though nothing changes here. Throws `Problem`
 * VALIDATION for messages that no answer would end.
 */
function checkMessages(body: unknown): object | undefined {
  const messages = (Array.isArray(body) ? body : [body]) as (Message | null | undefined)[];
  if (messages.length > messagesMax) {
    throw invalid({ body: [`must have at most ${messagesMax} messages`] });
  }
  // A request that is cancelled has no answer, which the others of its body would wait for.
  if (Array.isArray(body) && messages.some((each) => each?.method === "notifications/cancelled")) {
    throw invalid({ body: ["must not cancel requests beside others"] });
  }
  const found = messages.find((each) => each?.method === "subscriptions/listen");
  if (found == null) return undefined;
  const id = typeof found.id === "string" || typeof found.id === "number" ? found.id : null;
  return { jsonrpc: "2.0", id, error: { code: -32_601, message: "Method not found" } };
}

/** Returns the request for the protocol's code, which looks at neither its host nor its path. */
function toWebRequest({ method, headers, body }: FastifyRequest): Request {
  const texts = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  return new Request("http://localhost/mcp", {
    method,
    headers: texts,
    ...(method === "POST" && { body: JSON.stringify(body ?? null) }),
  });
}

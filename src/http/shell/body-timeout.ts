import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";

/**
 * Ends requests whose body does not arrive in time: from the end of the headers. A route whose
 * bodies may take long, such as uploads, has `config: { takesUploads: true }`.
 *
 * Node's own limit is one for all routes, so it is off.
 */
export function limitBodyTime(
  app: FastifyInstance,
  { timeoutMs, checkEveryMs }: { timeoutMs: number; checkEveryMs: number },
): void {
  const sinceMs = new Map<IncomingMessage, number>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers } = request.raw;
    const hasBody = headers["content-length"] !== undefined || "transfer-encoding" in headers;
    const config = request.routeOptions.config as { takesUploads?: boolean };
    if (hasBody && config.takesUploads !== true) sinceMs.set(request.raw, performance.now());
    done();
  });
  // The body has arrived.
  app.addHook("preValidation", (request, _reply, done) => {
    sinceMs.delete(request.raw);
    done();
  });
  const timer = setInterval(() => {
    const untilMs = performance.now() - timeoutMs;
    for (const [request, beganMs] of sinceMs) {
      if (!request.complete && !request.destroyed && beganMs > untilMs) continue;
      sinceMs.delete(request);
      if (request.complete || request.destroyed) continue;
      const error = Object.assign(new Error("Request timeout"), {
        code: "ERR_HTTP_REQUEST_TIMEOUT",
      });
      app.server.emit("clientError", error, request.socket);
    }
  }, checkEveryMs);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

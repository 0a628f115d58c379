import type { FastifyReply } from "fastify";

/** The error of a request whose client closed the connection before it had the answer. */
export class ClientGone extends Error {}

/**
 * Returns a signal that is aborted, with `ClientGone` as its reason, when the client closes the
 * connection before it has its answer.
 */
export function clientSignal({ raw: answer, request }: FastifyReply): AbortSignal {
  const { socket } = request.raw;
  const controller = new AbortController();
  const close = () => {
    socket.off("close", close);
    // An answer emits `close` after it was sent, too.
    if (!answer.writableEnded) controller.abort(new ClientGone("the client closed its connection"));
  };
  answer.once("close", close);
  // An answer that waits behind others of its connection gets no event when the connection closes.
  socket.once("close", close);
  if (socket.destroyed) close();
  return controller.signal;
}

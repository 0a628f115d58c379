import type { FastifyReply } from "fastify";

/** The client has closed its connection, so that nobody waits for the answer any more. */
export class ClientGone extends Error {}

/** Returns a signal that is aborted, with `ClientGone`, when the client leaves before it has its answer. */
export function clientSignal({ raw: answer, request }: FastifyReply): AbortSignal {
  const { socket } = request.raw;
  const gone = new AbortController();
  const close = () => {
    socket.off("close", close);
    // An answer is closed after it was sent, too.
    if (!answer.writableEnded) gone.abort(new ClientGone("the client closed its connection"));
  };
  answer.once("close", close);
  // An answer that waits behind others of its connection hears nothing when that ends.
  socket.once("close", close);
  if (socket.destroyed) close();
  return gone.signal;
}

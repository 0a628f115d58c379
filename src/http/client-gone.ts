import type { FastifyReply } from "fastify";

/** Nobody waits for the answer any more: the client has closed its connection. */
export class ClientGone extends Error {}

/** Does some work; `signal` is aborted with `ClientGone` when the client leaves before its answer. */
export async function whileConnected<T>(
  { raw: answer, request }: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { socket } = request.raw;
  const gone = new AbortController();
  const closed = () => gone.abort(new ClientGone("the client closed its connection"));
  // An answer that waits behind others of its connection hears nothing when that ends.
  socket.once("close", closed);
  answer.once("close", closed);
  if (socket.destroyed) closed();
  try {
    return await work(gone.signal);
  } finally {
    socket.off("close", closed);
    answer.off("close", closed);
  }
}

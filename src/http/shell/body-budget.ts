import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

import { Problem } from "../../base/errors.ts";

/** The part of the budget that one request has taken. */
interface Share {
  /** True from the start of the work on the request. */
  isWorkedOn: boolean;
  /** Returns the bytes to the budget. Only the first call has an effect. */
  giveBack(): void;
}

/**
 * Bounds the bytes of the bodies that are read or worked on at the same time.
 *
 * - A request takes its share before its body is read. If too little is left, it is refused at no
 *   cost, with `Problem` OVERLOADED.
 * - It gives its share back when the work on it has ended. If its answer or its connection closes
 *   before the work has begun, it gives the share back at that moment.
 */
export class BodyBudget {
  readonly #bytesMax: number;
  readonly #bodyBytesMax: number;
  readonly #shares = new WeakMap<IncomingMessage, Share>();
  #usedBytes = 0;

  constructor(limits: { bytesMax: number; bodyBytesMax: number }) {
    this.#bytesMax = limits.bytesMax;
    this.#bodyBytesMax = limits.bodyBytesMax;
  }

  /** Takes the share of a request: a hook for `onRequest`. */
  readonly take = (
    { raw: request, headers }: FastifyRequest,
    { raw: answer }: FastifyReply,
    done: (error?: Error) => void,
  ): void => {
    // A body in chunks does not say how large it will be, so it takes the share of the largest
    // body.
    const contentLength = Number(headers["content-length"] ?? this.#bodyBytesMax);
    const bytes = Math.min(this.#bodyBytesMax, contentLength);
    if (this.#usedBytes + bytes > this.#bytesMax) {
      done(new Problem("OVERLOADED"));
      return;
    }
    const share = this.#share(bytes);
    this.#shares.set(request, share);
    const onClose = () => {
      if (!share.isWorkedOn) share.giveBack();
      request.socket.off("close", onClose);
    };
    // An answer that waits behind others of its connection gets no event when that closes.
    request.socket.once("close", onClose);
    answer.once("close", onClose);
    done();
  };

  /**
   * Runs the work on a request whose body was read, and gives the share back when it has ended.
   * Throws if the request has taken no share.
   */
  async during<T>({ raw }: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const share = this.#shares.get(raw);
    if (share === undefined) throw new Error("the request has not taken its share");
    share.isWorkedOn = true;
    try {
      return await work();
    } finally {
      share.giveBack();
    }
  }

  #share(bytes: number): Share {
    let left = bytes;
    this.#usedBytes += bytes;
    return {
      isWorkedOn: false,
      giveBack: () => {
        this.#usedBytes -= left;
        left = 0;
      },
    };
  }
}

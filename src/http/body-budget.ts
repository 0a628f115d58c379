import type { IncomingMessage } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";

import { Problem } from "../errors.ts";

/** What a request has taken of the budget. */
interface Share {
  isWorkedOn: boolean;
  giveBack(): void;
}

/**
 * Bounds the bytes of the bodies that are read or worked on at the same time.
 *
 * - A request takes its share before its body is read, so one that finds too little left costs nothing:
 *   `Problem` OVERLOADED.
 * - It gives its share back when the work on it has ended; or, when its connection ends before that has begun, then.
 */
export class BodyBudget {
  readonly #bytesMax: number;
  readonly #bodyBytesMax: number;
  readonly #shares = new WeakMap<IncomingMessage, Share>();
  #takenBytes = 0;

  constructor(limits: { bytesMax: number; bodyBytesMax: number }) {
    this.#bytesMax = limits.bytesMax;
    this.#bodyBytesMax = limits.bodyBytesMax;
  }

  /** A hook for `onRequest`. */
  readonly take = (
    { raw: request, headers }: FastifyRequest,
    { raw: answer }: FastifyReply,
    done: (error?: Error) => void,
  ): void => {
    // A body in chunks does not say how large it will be.
    const announced = Number(headers["content-length"] ?? this.#bodyBytesMax);
    const bytes = Math.min(this.#bodyBytesMax, announced);
    if (this.#takenBytes + bytes > this.#bytesMax) {
      done(new Problem("OVERLOADED"));
      return;
    }
    const share = this.#share(bytes);
    this.#shares.set(request, share);
    const ended = () => {
      if (!share.isWorkedOn) share.giveBack();
      request.socket.off("close", ended);
    };
    // An answer that waits behind others of its connection hears nothing when that ends.
    request.socket.once("close", ended);
    answer.once("close", ended);
    done();
  };

  /** The work on a request whose body is there. */
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
    this.#takenBytes += bytes;
    return {
      isWorkedOn: false,
      giveBack: () => {
        this.#takenBytes -= left;
        left = 0;
      },
    };
  }
}

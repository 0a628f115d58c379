import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** Arguments of Node with which the server's process measures itself. */
export const probeArgs = [
  "--expose-gc",
  "--import",
  fileURLToPath(new URL("./probe.js", import.meta.url)),
];

/** A long turn of the server's event loop. */
export interface Turn {
  readonly busyMs: number;
  /** By the clock of this machine. */
  readonly endMs: number;
}

export interface Memory {
  /** Bytes on the heap and beside it, after a garbage collection. */
  readonly heldBytes: number;
  readonly rssBytes: number;
}

type Message = Turn | Memory | { readonly worstMs: number };

/** Reads the measurements of `probe.js` in the server's process. */
export class ProbeClient {
  readonly #socket: Socket;
  readonly #answers: ((message: Message) => void)[] = [];
  #onTurn: (turn: Turn) => void = () => {};
  #isClosing = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const lines = createInterface({ input: socket });
    // The read-line interface passes on the socket's errors.
    lines.on("error", () => {});
    lines.on("line", (line) => {
      const message = JSON.parse(line) as Message;
      if ("busyMs" in message) this.#onTurn(message);
      else this.#answers.shift()?.(message);
    });
  }

  static async connect(dataDirectory: string): Promise<ProbeClient> {
    const socket = connect(join(dataDirectory, "probe"));
    await once(socket, "connect");
    return new ProbeClient(socket);
  }

  /** Calls `listener` after each turn of 25 ms or more. */
  onTurn(listener: (turn: Turn) => void): void {
    this.#onTurn = listener;
  }

  /** Calls `listener` when the server's process ends, unless `close` was called before. */
  onEnd(listener: () => void): void {
    this.#socket.once("close", () => {
      if (!this.#isClosing) listener();
    });
  }

  /** Resolves with the milliseconds of the longest turn since the last call. */
  async worstMs(): Promise<number> {
    const message = await this.#ask("worst");
    return "worstMs" in message ? message.worstMs : Number.NaN;
  }

  async memory(): Promise<Memory> {
    return (await this.#ask("memory")) as Memory;
  }

  close(): void {
    this.#isClosing = true;
    this.#socket.destroy();
  }

  /** Asks the probe. Fails if the server ends. */
  #ask(question: string): Promise<Message> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error("the server's process ended"));
      if (this.#socket.destroyed) return gone();
      this.#socket.once("close", gone);
      this.#answers.push((message) => {
        this.#socket.off("close", gone);
        resolve(message);
      });
      this.#socket.write(`${question}\n`);
    });
  }
}

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** What Node is started with, so that the server's process measures itself. */
export const probeArgs = [
  "--expose-gc",
  "--import",
  fileURLToPath(new URL("./probe.js", import.meta.url)),
];

/** A turn of the server's event loop that was long. */
export interface Turn {
  readonly busyMs: number;
  /** By the clock of this machine. */
  readonly endMs: number;
}

export interface Memory {
  /** On the heap and beside it, after a collection. */
  readonly heldBytes: number;
  readonly rssBytes: number;
}

type Message = Turn | Memory | { readonly worstMs: number };

/** Reads what `probe.js` measures in the server's process. */
export class ProbeClient {
  readonly #socket: Socket;
  readonly #answers: ((message: Message) => void)[] = [];
  #onTurn: (turn: Turn) => void = () => {};
  #isClosing = false;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const lines = createInterface({ input: socket });
    // It hands on the socket's.
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

  /** `listener` is called at each turn of 25 ms or more. */
  onTurn(listener: (turn: Turn) => void): void {
    this.#onTurn = listener;
  }

  /** `listener` is called when the server's process ends, unless `close` was called before. */
  onEnd(listener: () => void): void {
    this.#socket.once("close", () => {
      if (!this.#isClosing) listener();
    });
  }

  /** Milliseconds of the longest turn since this was asked the last time. */
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

  /** Fails when the server ends. */
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

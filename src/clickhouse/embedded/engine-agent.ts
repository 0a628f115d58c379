import { readFileSync } from "node:fs";
import { Agent, type AgentOptions, type ClientRequestArgs } from "node:http";
import { connect, type NetConnectOpts } from "node:net";
import type { Duplex } from "node:stream";

type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * Makes connections to the embedded engine and to no other process.
 *
 * When the engine dies its port is free, and another process of the machine could take the port
 * before Footfall notices. Footfall would send it events and salts, and believe its answer that
 * they are stored. The engine has proven to listen on its port before Footfall uses it, and has the
 * port for as long as it lives. So if the engine still lives after a connection was made, the
 * connection is to the engine.
 */
export class EngineAgent extends Agent {
  readonly #pid: number;

  constructor(pid: number, options: AgentOptions) {
    super(options);
    this.#pid = pid;
  }

  override createConnection(
    options: ClientRequestArgs,
    connected: Connected = () => {},
  ): undefined {
    const socket = connect(options as NetConnectOpts);
    const failed = (error: Error) => connected(error, socket);
    socket.once("error", failed);
    socket.once("connect", () => {
      socket.off("error", failed);
      if (isRunning(this.#pid)) {
        connected(null, socket);
      } else {
        socket.destroy();
        failed(new Error("the engine has ended"));
      }
    });
  }
}

/** Returns whether the process runs. A zombie does not: its parent has not noticed its end yet. */
export function isRunning(pid: number): boolean {
  try {
    if (process.platform !== "linux") return process.kill(pid, 0);
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The state stands behind the name of the program, which is in parentheses.
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

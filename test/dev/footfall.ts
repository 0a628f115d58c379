import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface FootfallOptions {
  readonly port: number;
  readonly env: NodeJS.ProcessEnv;
  /** The address that people open. It stands in the output in place of Footfall's own. */
  readonly shownUrl: string;
}

/** The built server as a process that is restarted. It ends as it does for an operator. */
export class RestartedFootfall {
  readonly port: number;
  readonly #options: FootfallOptions;
  #process: ChildProcess | undefined;
  #answers: Promise<boolean> = Promise.resolve(false);

  constructor(options: FootfallOptions) {
    this.port = options.port;
    this.#options = options;
  }

  /** Resolves with whether the server answers, when the last start or stop has come to an end. */
  readonly answers = (): Promise<boolean> => this.#answers;

  /** Ends the server, if there is one, and starts it. Resolves with whether it answers. */
  restart(): Promise<boolean> {
    this.#answers = this.#end().then(() => this.#start());
    return this.#answers;
  }

  /** Resolves when the server has ended. */
  async stop(): Promise<void> {
    this.#answers = this.#end().then(() => false);
    await this.#answers;
  }

  async #start(): Promise<boolean> {
    const { port, env, shownUrl } = this.#options;
    const child = spawn(process.execPath, ["--v8-pool-size=1", program], {
      env: { ...env, HOST: "127.0.0.1", PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = child;
    const exited = once(child, "exit").then(() => false);
    const listens = new Promise<boolean>((resolve) => {
      createInterface(child.stdout).on("line", (line) => {
        const shown = line.replace(`http://127.0.0.1:${port}`, shownUrl);
        process.stdout.write(`${shown}\n`);
        if (line.startsWith("Footfall listening on ")) resolve(true);
      });
    });
    return Promise.race([listens, exited]);
  }

  /**
   * A terminal sends SIGINT to all processes at once. A second SIGINT would cut the stop off, so
   * this is another signal.
   */
  async #end(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }
}

import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";

import type { Message } from "./message.ts";

/** What became of a mail. Only of `refused` it is certain that nobody gets it. */
export type Outcome =
  | { readonly state: "sent"; readonly rejected: readonly string[] }
  | { readonly state: "refused" | "unknown"; readonly error: unknown };

const connectMs = 15_000;
const silenceMs = 60_000;
const closeMs = 1_000;
/** A server that says a little now and then would never be silent. */
const sessionMs = 5 * 60_000;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** A connection to a mail server that is ready to take a mail. Whatever it waits for has a limit. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  /** Rejects when the connection breaks. */
  readonly #broken: Promise<never>;

  private constructor(connection: SMTPConnection) {
    this.#connection = connection;
    const cutOff = setTimeout(() => connection.close(), sessionMs);
    connection.once("end", () => clearTimeout(cutOff));
    this.#broken = new Promise((_resolve, reject) => {
      connection.on("error", reject);
      connection.once("end", () => reject(new Error("the connection was closed")));
    });
    // Nobody may be waiting for anything at that moment.
    this.#broken.catch(() => {});
  }

  /** Connects and logs in. `smtp://` takes to TLS where the server offers it, and must before a password is told. */
  static async open(address: string, signal: AbortSignal): Promise<SmtpSession> {
    const { protocol, hostname, port, username, password } = new URL(address);
    const secure = protocol === "smtps:";
    // Here, as it takes 14 MB that who sends no mail does without.
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    const session = new SmtpSession(
      new Connection({
        host: hostname.replace(/^\[|\]$/g, ""),
        port: port === "" ? (secure ? 465 : 587) : Number(port),
        secure,
        requireTLS: !secure && username !== "" && !loopback.test(hostname),
        connectionTimeout: connectMs,
        greetingTimeout: connectMs,
        dnsTimeout: connectMs,
        socketTimeout: silenceMs,
        socketCloseTimeout: closeMs,
      }),
    );
    const giveUp = () => session.close();
    signal.addEventListener("abort", giveUp);
    try {
      await session.#connect();
      if (username !== "") {
        await session.#logIn(decodeURIComponent(username), decodeURIComponent(password));
      }
      signal.throwIfAborted();
      return session;
    } catch (error) {
      session.close();
      throw error;
    } finally {
      signal.removeEventListener("abort", giveUp);
    }
  }

  /** Never throws. */
  async send({ envelope, raw }: Message): Promise<Outcome> {
    // It is read when the server has accepted DATA, and not before.
    let isRead = false;
    const content = new Readable({
      read() {
        isRead = true;
        this.push(raw);
        this.push(null);
      },
    });
    try {
      const info = await this.#settled<{ rejected: string[] }>((done) =>
        this.#connection.send({ ...envelope, to: [...envelope.to] }, content, done),
      );
      return { state: "sent", rejected: info.rejected };
    } catch (error) {
      return { state: isRead && !isRefusal(error) ? "unknown" : "refused", error };
    } finally {
      content.destroy();
    }
  }

  /** Takes leave of the server. */
  end(): void {
    this.#connection.quit();
    const cutOff = setTimeout(() => this.close(), closeMs);
    this.#connection.once("end", () => clearTimeout(cutOff));
  }

  /** Cuts the connection, whatever is under way. */
  close(): void {
    this.#connection.close();
  }

  #connect(): Promise<unknown> {
    return this.#settled((done) => this.#connection.connect((error) => done(error ?? null)));
  }

  #logIn(user: string, pass: string): Promise<unknown> {
    return this.#settled((done) =>
      this.#connection.login({ user, pass }, (error) => done(error ?? null)),
    );
  }

  #settled<T>(begin: (done: (error: Error | null, value?: T) => void) => void): Promise<T> {
    const settled = new Promise<T>((resolve, reject) => {
      begin((error, value) => (error ? reject(error) : resolve(value as T)));
    });
    return Promise.race([settled, this.#broken]);
  }
}

/** Whether the server said, after it had the whole mail, that it does not take it. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === "EMESSAGE" && typeof responseCode === "number" && responseCode >= 400;
}

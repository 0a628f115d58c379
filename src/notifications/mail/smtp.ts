import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { deliveryProblem } from "../../model/delivery-problems.ts";
import type { Outcome } from "../deliveries/attempts.ts";
import { DeliveryFailed } from "../deliveries/delivery-failed.ts";
import type { Message } from "./message.ts";

const connectMs = 15_000;
const silenceMs = 60_000;
const closeMs = 1_000;
/** Limits the whole session, because a slow server that keeps sending is never silent. */
const sessionMs = 5 * 60_000;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** A mail server, and how to trust it. */
export interface SmtpServer {
  /** Has the form `smtp(s)://user:password@host:port`. */
  readonly smtpUrl: string;
  /** Whether its certificate may be one that nobody vouches for. This machine's always may. */
  readonly takesAnyCertificate?: boolean;
}

/** A connection to a mail server, ready to send. Every wait has a time limit. */
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
      connection.once("end", () => reject(new DeliveryFailed(deliveryProblem("closed"))));
    });
    // Prevents an unhandled rejection while no call is waiting.
    this.#broken.catch(() => {});
  }

  /**
   * Connects and logs in. With `smtp://`, TLS is used if the server offers it. It is required
   * before a password is sent, except to this machine.
   */
  static async open(
    { smtpUrl, takesAnyCertificate = false }: SmtpServer,
    signal: AbortSignal,
  ): Promise<SmtpSession> {
    const { protocol, hostname, port, username, password } = new URL(smtpUrl);
    const secure = protocol === "smtps:";
    const isLocal = loopback.test(hostname);
    // Imported lazily: it takes 14 MB, which installations without mail need not load.
    const { default: Connection } = await import("nodemailer/lib/smtp-connection");
    const session = new SmtpSession(
      new Connection({
        host: hostname.replace(/^\[|\]$/g, ""),
        port: port === "" ? (secure ? 465 : 587) : Number(port),
        secure,
        requireTLS: !secure && username !== "" && !isLocal,
        // Nobody can stand between this machine and itself, and mail servers that come with a
        // system have a certificate that they signed themselves.
        tls: { rejectUnauthorized: !isLocal && !takesAnyCertificate },
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

  /** Sends a mail and returns its outcome. Never throws. */
  async send({ envelope, raw }: Message): Promise<Outcome> {
    // The content is read only after the server has accepted DATA.
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
      return { status: "sent", rejected: info.rejected };
    } catch (error) {
      return { status: isRead && !isRefusal(error) ? "unknown" : "refused", error };
    } finally {
      content.destroy();
    }
  }

  /** Sends QUIT, and closes the connection if the server does not. */
  end(): void {
    this.#connection.quit();
    const cutOff = setTimeout(() => this.close(), closeMs);
    this.#connection.once("end", () => clearTimeout(cutOff));
  }

  /** Closes the connection at once. */
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

/** Returns whether the server refused the mail after it had received all of it. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return code === "EMESSAGE" && typeof responseCode === "number" && responseCode >= 400;
}

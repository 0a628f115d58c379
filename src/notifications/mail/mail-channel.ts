import type { FastifyBaseLogger as Logger } from "fastify";
import type { Sender } from "../deliveries/deliverer.ts";
import type { Message } from "./message.ts";
import { type SmtpServer, SmtpSession } from "./smtp.ts";

const minuteMs = 60_000;
const unreachablePauseMaxMs = 15 * minuteMs;

/** Opens sessions of the mail server. While it cannot, it pauses for longer and longer. */
export class MailChannel {
  readonly #server: SmtpServer;
  readonly #logger: Logger;
  readonly #now: () => number;
  #unreachable = { times: 0, untilMs: 0 };

  constructor(server: SmtpServer, logger: Logger, now: () => number) {
    this.#server = server;
    this.#logger = logger;
    this.#now = now;
  }

  isPausing(): boolean {
    return this.#now() < this.#unreachable.untilMs;
  }

  /** Resolves with a session that has logged in; undefined, which it logs, if there is none. */
  async open(signal: AbortSignal): Promise<Sender<Message> | undefined> {
    try {
      const session = await SmtpSession.open(this.#server, signal);
      this.#unreachable = { times: 0, untilMs: 0 };
      return session;
    } catch (error) {
      if (signal.aborted) return undefined;
      const times = this.#unreachable.times + 1;
      const pauseMs = Math.min(minuteMs * 2 ** (times - 1), unreachablePauseMaxMs);
      this.#unreachable = { times, untilMs: this.#now() + pauseMs };
      this.#logger.warn(
        { err: error, againInS: pauseMs / 1000 },
        "the mail server of SMTP_URL cannot be reached or refuses the login",
      );
      return undefined;
    }
  }
}

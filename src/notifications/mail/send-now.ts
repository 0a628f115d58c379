import { deliveryProblem } from "../../model/delivery-problems.ts";
import { DeliveryFailed } from "../deliveries/delivery-failed.ts";
import type { Message } from "./message.ts";
import { type SmtpServer, SmtpSession } from "./smtp.ts";

/** Somebody waits for the answer. */
const sendMs = 10_000;

/** Sends a mail now. Rejects if the mail server does not take it within ten seconds. */
export async function sendNow(server: SmtpServer, message: Message): Promise<void> {
  const signal = AbortSignal.timeout(sendMs);
  const session = await SmtpSession.open(server, signal);
  const cutOff = () => session.close();
  signal.addEventListener("abort", cutOff);
  try {
    const outcome = await session.send(message);
    if (outcome.status !== "sent") throw outcome.error;
    if (outcome.rejected.length > 0) throw new DeliveryFailed(deliveryProblem("recipient_refused"));
  } finally {
    signal.removeEventListener("abort", cutOff);
    session.end();
  }
}

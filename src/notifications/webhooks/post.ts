import { createHmac } from "node:crypto";
import type { lookup } from "node:dns";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { untilAborted } from "../../base/async/abort-signal.ts";
import { deliveryProblem } from "../../model/delivery-problems.ts";
import { DeliveryFailed } from "../deliveries/delivery-failed.ts";

import { addressIn, isPublicAddress, PrivateAddress, publicLookup } from "./addresses.ts";

/** A request that a webhook gets. */
export interface Post {
  readonly url: string;
  readonly body: string;
  /** The same at each attempt. */
  readonly deliveryId: string;
  /** The key of the signature; "" for none. */
  readonly secret: string;
}

export interface PostOptions {
  /** Whether addresses of this network may be reached. */
  readonly allowsPrivate: boolean;
  readonly signal?: AbortSignal;
  readonly now: () => number;
  /** The time that all of a request may take; for tests. */
  readonly timeoutMs?: number;
  /** Resolves names; for tests. */
  readonly resolveName?: typeof lookup | undefined;
}

/** Nobody waits for a receiver any longer, answer included. */
const postMs = 10_000;
/** No more of an answer is read. */
const answerBytesMax = 1024;

/**
 * Sends a request. Resolves if the answer is 2xx; rejects with the reason otherwise. It follows no
 * redirect, and reads 1 KiB of an answer at most.
 */
export async function post(
  { url, body, deliveryId, secret }: Post,
  { allowsPrivate, signal, now, timeoutMs = postMs, resolveName }: PostOptions,
): Promise<void> {
  const target = new URL(url);
  const address = addressIn(target);
  // The socket of an address looks nothing up.
  if (!allowsPrivate && address !== undefined && !isPublicAddress(address)) {
    throw new PrivateAddress(target.hostname);
  }
  const seconds = Math.floor(now() / 1000);
  const send = target.protocol === "https:" ? requestHttps : requestHttp;
  const limit = AbortSignal.timeout(timeoutMs);
  const cut = signal === undefined ? limit : AbortSignal.any([limit, signal]);
  const request = send(target, {
    method: "POST",
    // A connection of its own: one that is kept open was checked for an earlier answer of the name
    // server.
    agent: false,
    signal: cut,
    ...(!allowsPrivate && { lookup: publicLookup(resolveName) }),
    ...(allowsPrivate && resolveName !== undefined && { lookup: resolveName as never }),
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-length": Buffer.byteLength(body),
      "user-agent": "Footfall",
      "x-footfall-delivery": deliveryId,
      ...(secret !== "" && { "x-footfall-signature": signatureOf(secret, seconds, body) }),
    },
  });
  try {
    const answered = statusOf(request);
    request.end(body);
    // Node tells nobody of some ends of a request, so the limit does not depend on it.
    const status = await untilAborted(answered, cut);
    if (status >= 300 && status < 400) {
      throw new DeliveryFailed(deliveryProblem("redirect", { status }));
    }
    if (status < 200 || status >= 300) {
      throw new DeliveryFailed(deliveryProblem("answer", { status }));
    }
  } catch (error) {
    if (limit.aborted) {
      throw new DeliveryFailed(deliveryProblem("no_answer", { seconds: timeoutMs / 1000 }));
    }
    throw error;
  } finally {
    request.destroy();
  }
}

/** Returns `t=SECONDS,v1=HEX`: the HMAC-SHA256 of the seconds, a dot and the body. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  const hash = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return `t=${seconds},v1=${hash}`;
}

/** Resolves with the status of the answer when enough of it has come. */
function statusOf(request: ClientRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (answer) => {
      request.off("close", rejectClosed);
      readSome(answer).then(() => resolve(answer.statusCode ?? 0), reject);
    });
    // The receiver talks another protocol from here on. Nothing but this event says so.
    request.on("upgrade", ({ statusCode = 0 }, socket) => {
      socket.destroy();
      resolve(statusCode);
    });
    const rejectClosed = () => reject(new DeliveryFailed(deliveryProblem("closed")));
    request.on("close", rejectClosed);
  });
}

/** Resolves at the end of an answer, or when enough of it has come. */
function readSome(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    answer.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes >= answerBytesMax) resolve();
    });
    answer.on("end", resolve);
    answer.on("error", reject);
    answer.on("close", () => reject(new DeliveryFailed(deliveryProblem("closed"))));
  });
}

import { randomUUID } from "node:crypto";

/** A request may have 1,000 events and 5 MiB, so these may have 50 KiB each. */
const batchEventsMax = 100;
const waitingEventsMax = 10_000;
const gatherMs = 1_000;
const requestMsMax = 30_000;
const pauseMsMin = 500;
const pauseMsMax = 60_000;
/** Footfall remembers a key for 24 hours. After that, the same request would count again. */
const retryMsMax = 23 * 3_600_000;

/**
 * Sends events to Footfall in bulk, one request after the other.
 *
 * - A request without success is sent again with the same key and bytes, so it counts once.
 * - Events wait in memory. Those beyond 10,000 are lost, and so are all if the process crashes.
 */
export class EventSender {
  /** @type {string[]} */
  #waiting = [];
  #lost = 0;
  /** @type {Promise<void> | undefined} */
  #sending;
  #isStopping = false;
  #endPause = () => {};
  #address;
  #apiKey;
  #warn;

  /**
   * @param {{ url: string, apiKey: string, websiteId: string, warn: (text: string) => void }} to
   */
  constructor({ url, apiKey, websiteId, warn }) {
    this.#address = `${url}/api/v1/websites/${websiteId}/events`;
    this.#apiKey = apiKey;
    this.#warn = warn;
  }

  /** Takes an event that happens now, without waiting. `GET /openapi.json` has the fields. */
  add(/** @type {object} */ event) {
    if (this.#waiting.length < waitingEventsMax) {
      this.#waiting.push(JSON.stringify({ timestamp: new Date().toISOString(), ...event }));
    } else this.#lost += 1;
    this.#sending ??= this.#sendAll();
  }

  /** Resolves when all events are sent. Ends a pause, and makes no more long ones. */
  async stop() {
    this.#isStopping = true;
    this.#endPause();
    await this.#sending;
  }

  async #sendAll() {
    while (this.#waiting.length > 0) {
      if (this.#waiting.length < batchEventsMax) await this.#pause(gatherMs);
      await this.#send(this.#waiting.splice(0, batchEventsMax));
      if (this.#lost > 0) this.#warn(`too many events waited: lost ${this.#lost}`);
      this.#lost = 0;
    }
    this.#sending = undefined;
  }

  async #send(/** @type {string[]} */ events) {
    const key = randomUUID();
    const body = `[${events.join()}]`;
    const endMs = Date.now() + retryMsMax;
    for (let pauseMs = pauseMsMin; ; pauseMs *= 2) {
      const { status, retryAfterMs, text } = await this.#post(key, body);
      if (status >= 200 && status < 300) return;
      const isRefused = status >= 300 && status < 500 && status !== 408 && status !== 429;
      if (isRefused) return this.#sendRest(events, text);
      if (Date.now() > endMs) return this.#warn(`not sent in 23 hours: lost ${events.length}`);
      const waitMs = Math.min(Math.max(retryAfterMs, pauseMs), pauseMsMax);
      this.#warn(`${events.length} not sent, next attempt in ${waitMs} ms: ${text}`);
      await this.#pause(waitMs);
    }
  }

  async #post(/** @type {string} */ key, /** @type {string} */ body) {
    const headers = {
      authorization: `Bearer ${this.#apiKey}`,
      "content-type": "application/json",
      "idempotency-key": key,
    };
    const signal = AbortSignal.timeout(requestMsMax);
    try {
      const response = await fetch(this.#address, { method: "POST", headers, body, signal });
      const retryAfterMs = Number(response.headers.get("retry-after")) * 1_000 || 0;
      return { status: response.status, retryAfterMs, text: await response.text() };
    } catch (error) {
      return { status: 0, retryAfterMs: 0, text: String(error) };
    }
  }

  /** Footfall refuses all events if one is wrong. The others go into a request of their own. */
  async #sendRest(/** @type {string[]} */ events, /** @type {string} */ text) {
    const wrong = wrongIndexes(text);
    const rest = wrong.size === 0 ? [] : events.filter((_, index) => !wrong.has(index));
    this.#warn(`refused, lost ${events.length - rest.length}: ${text}`);
    if (rest.length > 0) await this.#send(rest);
  }

  /** @returns {Promise<void>} */
  #pause(/** @type {number} */ ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#isStopping ? Math.min(ms, pauseMsMin) : ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Returns the places of the events that a refusal names: 3 for `{"errors": {"3.url": […]}}`. */
function wrongIndexes(/** @type {string} */ text) {
  try {
    const places = Object.keys(JSON.parse(text).errors).map((field) => Number.parseInt(field, 10));
    return new Set(places.filter((place) => !Number.isNaN(place)));
  } catch {
    // The answer is another error, or not Footfall's.
    return new Set();
  }
}

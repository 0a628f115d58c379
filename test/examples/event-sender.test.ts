import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { EventSender } from "../../examples/node-server/event-sender.js";

/** A request that the sender made, and the answer that it gets. */
interface Sent {
  readonly key: string | null;
  readonly authorization: string | null;
  readonly body: string;
  /** The urls of the events. */
  readonly urls: readonly string[];
  answer(status: number, headers?: Record<string, string>, body?: object): Promise<void>;
  fail(): Promise<void>;
}

let sent: Sent[] = [];
let warnings: string[] = [];

beforeEach(() => {
  sent = [];
  warnings = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.stubGlobal(
    "fetch",
    (address: string, { body, headers }: { body: string; headers: object }) => {
      expect(address).toBe("http://stats.example/api/v1/websites/7/events");
      return new Promise<Response>((resolve, reject) => {
        const given = new Headers(Object.entries(headers));
        const events = JSON.parse(body) as { url: string }[];
        sent.push({
          key: given.get("idempotency-key"),
          authorization: given.get("authorization"),
          body,
          urls: events.map(({ url }) => url),
          answer: (status, answerHeaders = {}, answerBody = {}) => {
            resolve(Response.json(answerBody, { status, headers: answerHeaders }));
            return settled();
          },
          fail: () => {
            reject(new TypeError("fetch failed"));
            return settled();
          },
        });
      });
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Lets everything happen that needs no timer. */
const settled = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settled();
}

function makeSender(): EventSender {
  return new EventSender({
    url: "http://stats.example",
    apiKey: "secret",
    websiteId: "7",
    warn: (text) => void warnings.push(text),
  });
}

/** Returns the request at this place, which must be there. */
function request(index: number): Sent {
  const found = sent[index];
  if (found === undefined) throw new Error(`there are ${sent.length} requests`);
  return found;
}

const urls = (count: number, first = 0) => Array.from({ length: count }, (_, i) => `/${first + i}`);

test("events of a second are one request, with the time at which each happened", async () => {
  vi.setSystemTime("2026-11-20T09:30:00Z");
  const sender = makeSender();
  sender.add({ url: "/0" });
  await pass(999);
  sender.add({ url: "/1" });
  expect(sent).toEqual([]);
  await pass(1);

  expect(sent).toHaveLength(1);
  expect(request(0).authorization).toBe("Bearer secret");
  expect(JSON.parse(request(0).body)).toEqual([
    { timestamp: "2026-11-20T09:30:00.000Z", url: "/0" },
    { timestamp: "2026-11-20T09:30:00.999Z", url: "/1" },
  ]);
});

test("a request has at most a hundred events, and the next waits for its answer", async () => {
  const sender = makeSender();
  for (const url of urls(250)) sender.add({ url });
  await pass(1_000);
  expect(sent.map((one) => one.urls)).toEqual([urls(100)]);
  await request(0).answer(202);
  expect(sent.map((one) => one.urls)).toEqual([urls(100), urls(100, 100)]);
  await request(1).answer(202);
  await pass(1_000);
  await request(2).answer(202);

  expect(request(2).urls).toEqual(urls(50, 200));
  expect(new Set(sent.map(({ key }) => key)).size).toBe(3);
  expect(warnings).toEqual([]);
});

test.each([503, 500, 502, 408, 429])(
  "after %d the same request comes again, when Retry-After says",
  async (status) => {
    const sender = makeSender();
    sender.add({ url: "/0" });
    await pass(1_000);
    await request(0).answer(status, { "retry-after": "7" });
    await pass(6_999);
    expect(sent).toHaveLength(1);
    await pass(1);

    expect(sent).toHaveLength(2);
    expect(request(1).key).toBe(request(0).key);
    expect(request(1).body).toBe(request(0).body);
    await request(1).answer(202);
    await pass(3_600_000);
    expect(sent).toHaveLength(2);
  },
);

test("without an answer each pause is twice as long, up to a minute", async () => {
  const sender = makeSender();
  sender.add({ url: "/0" });
  await pass(1_000);
  for (const [attempt, pauseMs] of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000].entries()) {
    await request(attempt).fail();
    await pass(pauseMs - 1);
    expect(sent).toHaveLength(attempt + 1);
    await pass(1);
  }
  for (const attempt of [7, 8]) {
    await request(attempt).answer(503, { "retry-after": "86400" });
    await pass(59_999);
    expect(sent).toHaveLength(attempt + 1);
    await pass(1);
  }
  expect(sent).toHaveLength(10);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test("no request comes again when its key may be forgotten, and the next events are sent", async () => {
  const sender = makeSender();
  sender.add({ url: "/0" });
  await pass(1_000);
  vi.setSystemTime(Date.now() + 23.1 * 3_600_000);
  await request(0).fail();
  sender.add({ url: "/1" });
  await pass(1_000);

  expect(warnings).toEqual(["not sent in 23 hours: lost 1"]);
  expect(sent.map((one) => one.urls)).toEqual([["/0"], ["/1"]]);
});

test("events that Footfall names as wrong are left out, under another key", async () => {
  const sender = makeSender();
  for (const url of urls(4)) sender.add({ url });
  await pass(1_000);
  const errors = { "1.url": ["must be an address"], 3: ["must have at most 10,000 values"] };
  await request(0).answer(422, {}, { code: "VALIDATION", errors });
  await request(1).answer(202);

  expect(sent.map((one) => one.urls)).toEqual([urls(4), ["/0", "/2"]]);
  expect(request(1).key).not.toBe(request(0).key);
  expect(warnings).toEqual([expect.stringMatching(/^refused, lost 2: .*must be an address/)]);
});

test.each([
  [401, { code: "UNAUTHORIZED" }],
  [422, { code: "VALIDATION", errors: { "idempotency-key": ["was sent with another body"] } }],
])("a request that is refused for good (%d) is not sent again", async (status, body) => {
  const sender = makeSender();
  sender.add({ url: "/0" });
  await pass(1_000);
  await request(0).answer(status, {}, body);
  await pass(3_600_000);

  expect(sent).toHaveLength(1);
  expect(warnings).toEqual([expect.stringMatching(/^refused, lost 1: /)]);
});

test("10,000 events wait at most, and it says how many were lost", async () => {
  const sender = makeSender();
  for (const url of urls(10_002)) sender.add({ url });
  const stopped = sender.stop();
  for (let i = 0; i < 100; i += 1) {
    await pass(0);
    await request(i).answer(202);
  }
  await stopped;

  expect(sent.flatMap((one) => one.urls)).toEqual(urls(10_000));
  expect(warnings).toEqual(["too many events waited: lost 2"]);
});

test("a sender that stops waits for no more events, and tries again soon", async () => {
  const sender = makeSender();
  sender.add({ url: "/0" });
  await pass(0);
  const stopped = sender.stop();
  await settled();
  expect(sent).toHaveLength(1);
  await request(0).answer(503, { "retry-after": "60" });
  await pass(500);
  expect(request(1).key).toBe(request(0).key);
  await request(1).answer(202);
  await stopped;
});

import { expect, test } from "vitest";

import type { Database } from "../../../src/clickhouse/database.ts";
import { render, type Sql } from "../../../src/clickhouse/sql.ts";
import { Deliverer, type Delivery } from "../../../src/notifications/deliveries/deliverer.ts";
import { webhookSchedule } from "../../../src/notifications/deliveries/next-attempt.ts";
import { eventually } from "../../helpers/eventually.ts";
import { silent } from "../../helpers/shipping.ts";

/** A store that has no attempts before, and in which each sender wins. It adds rows to the list. */
function emptyStore(rows: object[] = []): Database {
  const begun: { event_id: string; sender: string }[] = [];
  return {
    insert: async ({ rows: inserted }: { rows: Buffer }) => {
      const row = JSON.parse(inserted.toString());
      rows.push(row);
      if (row.status === "begun") begun.push(row);
    },
    rows: async (statement: Sql) => {
      const { query, query_params: params } = render(statement);
      if (!query.includes("SELECT sender")) return [];
      const values = Object.values(params).flat();
      return begun.filter((row) => values.includes(row.event_id));
    },
  } as unknown as Database;
}

function delivery(recipient: string, about: string): Delivery<string> {
  return {
    eventId: `${recipient} ${about}`,
    websiteId: 7,
    kind: "goal",
    subjectId: 3,
    recipient: { kind: "webhook", id: recipient },
    fromMs: Date.parse("2026-11-26"),
    untilMs: Date.parse("2026-11-26T00:01:00Z"),
    type: "goal",
    schedule: webhookSchedule,
    isTooLate: false,
    isWanted: () => true,
    write: async () => `${recipient} ${about}`,
  };
}

/** A deliverer whose messages to `hanging` arrive when `answer` is called. */
function start(find: () => readonly Delivery<string>[], togetherMax = 2) {
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  const rows: object[] = [];
  const cutOff: string[] = [];
  const limit = { signal: new AbortController().signal };
  const deliverer = new Deliverer<string>({
    db: emptyStore(rows),
    channel: "webhook",
    logger: silent,
    now: Date.now,
    togetherMax,
    sendMsMax: 25_000,
    limit: () => limit.signal,
    find: async () => find().filter(({ eventId }) => !sent.includes(eventId)),
    open: async () => ({
      async send(content) {
        sent.push(content);
        if (content.startsWith("hanging")) await new Promise<void>((done) => waiting.push(done));
        return { status: "sent", rejected: [] };
      },
      end: () => {},
      close: () => cutOff.push(sent.at(-1) ?? ""),
    }),
  });
  const answer = () => {
    for (const done of waiting.splice(0)) done();
  };
  return { deliverer, sent, answer, rows, cutOff, limit };
}

test("a recipient that hangs holds up no other", async () => {
  const due = [
    ...["1", "2", "3"].map((about) => delivery("hanging", about)),
    ...["1", "2"].map((about) => delivery("webhook 2", about)),
  ];
  const { deliverer, sent, answer } = start(() => due);
  const run = deliverer.run();
  await eventually(() => expect(sent).toEqual(["hanging 1", "webhook 2 1", "webhook 2 2"]));
  answer();
  await eventually(() => expect(sent).toContain("hanging 2"));
  answer();
  await eventually(() => expect(sent).toContain("hanging 3"));
  answer();
  await run;
});

test("what becomes due during a run comes before the rest of it", async () => {
  const due = ["1", "2", "3"].map((about) => delivery("hanging", about));
  const { deliverer, sent, answer } = start(() => due, 1);
  const run = deliverer.run();
  await eventually(() => expect(sent).toEqual(["hanging 1"]));
  due.unshift(delivery("webhook 2", "alert"));
  const again = deliverer.run();
  answer();
  await eventually(() => expect(sent).toEqual(["hanging 1", "webhook 2 alert", "hanging 2"]));
  answer();
  await eventually(() => expect(sent).toHaveLength(4));
  answer();
  await Promise.all([run, again]);
});

test.each([1, 8])("a sender that never has an outcome is cut off: %i together", async (max) => {
  const { deliverer, sent, rows, cutOff, limit } = start(
    () => [delivery("hanging", "1"), delivery("webhook 2", "1")],
    max,
  );
  const late = new AbortController();
  limit.signal = late.signal;
  const run = deliverer.run();
  await eventually(() => expect(sent).toContain("hanging 1"));
  limit.signal = new AbortController().signal;
  late.abort();
  await run;

  expect(sent).toContain("webhook 2 1");
  expect(cutOff).toHaveLength(1);
  expect(rows).toContainEqual(
    expect.objectContaining({
      recipient_id: "hanging",
      status: "unknown",
      answer: "there was no answer within 25 seconds",
    }),
  );
});

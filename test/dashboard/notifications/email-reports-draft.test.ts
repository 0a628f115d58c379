import { expect, test } from "vitest";

import {
  bodyOf,
  draftOf,
  lacksAddresses,
  planOf,
} from "../../../src/dashboard/notifications/email-reports-draft.ts";
import {
  addressesIn,
  errorsOfList,
  recipientsIn,
  toRecipients,
} from "../../../src/dashboard/notifications/recipients.ts";
import { format } from "../../../src/dashboard/words/reader.ts";
import type { EmailReportsRecord } from "../../../src/model/email-reports.ts";

const record: EmailReportsRecord = {
  day: false,
  week: false,
  month: false,
  to: [],
  send_at: "06:00",
  mail_server: true,
  default_recipients: 0,
  last: null,
};
const ada = "ada@shop.example";
const six = format.clock("06:00");

test("the person who asks is proposed where nobody gets reports yet", () => {
  expect(draftOf(record, ada).addresses).toBe(ada);
  expect(draftOf(record, undefined).addresses).toBe("");
  expect(draftOf({ ...record, default_recipients: 1 }, ada).addresses).toBe("");
  expect(draftOf({ ...record, to: ["bob@shop.example"] }, ada).addresses).toBe("bob@shop.example");
});

test("a draft is sent with each address once", () => {
  const draft = {
    ...draftOf(record, ada),
    week: true,
    addresses: `${ada}, bob@a.example\nADA@shop.example`,
  };
  expect(bodyOf(draft)).toEqual({
    day: false,
    week: true,
    month: false,
    send_at: "06:00",
    to: [ada, "bob@a.example"],
  });
});

test.each([
  [{}, "Nobody gets reports, as none is chosen."],
  [{ week: true }, `A mail goes to ${ada} each Monday at ${six}.`],
  [
    { week: true, month: true, day: true, addresses: `${ada}\nbob@a.example` },
    `A mail goes to ${ada} and bob@a.example each Monday, on the first of each month and each day at ${six}.`,
  ],
  [{ week: true, addresses: " " }, "Please write at least one address."],
])("the draft %j says what will come", (change, plan) => {
  expect(planOf({ ...draftOf(record, ada), ...change }, record)).toBe(plan);
});

test("without addresses, those of the server get the reports, if it has some", () => {
  const draft = { ...draftOf(record, undefined), week: true };
  expect(lacksAddresses(draft, record)).toBe(true);
  expect(lacksAddresses({ ...draft, week: false }, record)).toBe(false);
  expect(lacksAddresses(draft, { default_recipients: 2 })).toBe(false);
  expect(planOf(draft, { default_recipients: 2 })).toBe(
    `A mail goes to the 2 addresses of REPORT_TO each Monday at ${six}.`,
  );
});

test("recipients are read from the API and sent to it, and errors have their place", () => {
  const to = [{ person_id: 2 }, { webhook_id: 5 }, { email: ada }, { email: "bob@" }];
  expect(toRecipients(recipientsIn(to))).toEqual(to);
  expect(addressesIn("")).toEqual([]);
  expect(errorsOfList({ "to.3": ["Wrong."], to: ["Too many."], name: ["Taken."] })).toEqual([
    { index: 3, text: "Wrong." },
    { index: undefined, text: "Too many." },
  ]);
});

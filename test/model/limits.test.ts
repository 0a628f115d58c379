import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { packageFile } from "../../src/base/package-file.ts";
import * as limits from "../../src/model/limits.ts";

const lines = readFileSync(packageFile("docs/limits.md"), "utf8").split("\n");

/** Limit → the rows of docs/limits.md that say it, and how they do. */
const rows: Record<keyof typeof limits, (limit: string) => Readonly<Record<string, string>>> = {
  alertRecipientsMax: (limit) => ({ "recipients of an alert": limit }),
  reportRecipientsMax: (limit) => ({ "recipients of a website's e-mail reports": limit }),
  webhookSecretCharactersMax: (limit) => ({ "secret of a webhook": `${limit} characters` }),
  testMessagesMax: (limit) => ({
    "messages that a caller sends in an hour to try something out": `${limit}, `,
  }),
  webhooksMax: (limit) => ({ webhooks: limit }),
  aliasesMax: (limit) => ({ "aliases of a website": limit }),
  nameCharactersMax: (limit) => ({ name: `${limit} characters` }),
  matcherCharactersMax: (limit) => ({
    "value that events are matched with": `${limit} characters`,
  }),
  matcherPropsMax: (limit) => ({ "props that an event is matched with": `${limit}, and ` }),
  funnelStepsMin: (limit) => ({ "steps of a funnel": `${limit} to ` }),
  funnelStepsMax: (limit) => ({ "steps of a funnel": ` to ${limit} ` }),
  filterValuesMax: (limit) => ({
    "values of filters, those of a segment included": `${limit} together`,
  }),
  pageRulesMax: (limit) => ({ "rules for pages": `${limit}, and ` }),
  pageRuleCharactersMax: (limit) => ({ "rules for pages": `and ${limit} characters together` }),
  readerCharactersMax: (limit) => ({ "name of a reader": `${limit} characters` }),
  annotationCharactersMax: (limit) => ({ "text of an annotation": `${limit} characters` }),
  viewQueryCharactersMax: (limit) => ({ "query of a view": `${limit} characters` }),
  passwordCharactersMin: (limit) => ({
    "password of a website": `${limit} to `,
    "password of a shared link": `${limit} to `,
  }),
  passwordCharactersMax: (limit) => ({
    "password of a website": ` to ${limit} characters`,
    "password of a shared link": ` to ${limit} characters`,
  }),
  personPasswordCharactersMin: (limit) => ({ "password of a person": `${limit} to ` }),
  personPasswordCharactersMax: (limit) => ({ "password of a person": ` to ${limit} characters` }),
  emailCharactersMax: (limit) => ({ "e-mail address of a person": `${limit} characters` }),
  grantsMax: (limit) => ({ "websites of a key, grants of a person": limit }),
  urlCharactersMax: (limit) => ({
    "URL of a page": `${limit} characters`,
    referrer: `first ${limit} characters`,
  }),
  propsMax: (limit) => ({ props: `${limit}, and ` }),
  propCharactersMax: (limit) => ({
    props: `and ${limit} characters together`,
    "props that an event is matched with": `and ${limit} characters together`,
  }),
};

test.each(Object.entries(limits))("docs/limits.md says %s", (name, limit) => {
  const said = rows[name as keyof typeof limits](limit.toLocaleString("en"));
  for (const [label, text] of Object.entries(said)) {
    const found = lines.filter((line) => line.startsWith(`| ${label} | `));
    expect(found, label).not.toEqual([]);
    for (const line of found) expect(line).toContain(text);
  }
});

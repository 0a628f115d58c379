import { expect, test } from "vitest";

import {
  accessOf,
  isOfCounting,
  readExcludedParams,
  settingsOf,
} from "../../../src/dashboard/settings/settings-form.ts";
import type { WebsiteRecord } from "../../../src/model/website.ts";

const record: WebsiteRecord = {
  id: 1,
  domain: "example.com",
  domain_unicode: "example.com",
  aliases: [],
  privacy: 1,
  email: 0,
  exclude_bots: 1,
  exclude_params: null,
  exclude_ips: "10.0.0.1\n10.0.0.2",
  favorited_at: null,
  has_password: true,
  today: "2026-11-20",
  timezone: "UTC",
  language: "en",
  created_at: "2026-11-20T09:30:00Z",
  updated_at: "2026-11-20T09:30:00Z",
};

/** A form as a browser sends it: boxes that are not ticked are not there, lines end with CR LF. */
function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  const usual = {
    exclude_bots: "on",
    exclude_params: "",
    exclude_ips: "10.0.0.1\r\n10.0.0.2\r\n",
    timezone: "UTC",
    language: "en",
  };
  for (const [name, value] of Object.entries({ ...usual, ...fields })) form.set(name, value);
  return form;
}

test("a form that nobody touched changes nothing", () => {
  expect(settingsOf(formOf({}), record)).toEqual({});
});

test("only what was changed is sent", () => {
  const form = formOf({ exclude_ips: "" });
  form.delete("exclude_bots");
  expect(settingsOf(form, record)).toEqual({
    exclude_bots: 0,
    exclude_ips: "",
  });
});

test("the language of mails is sent where it is another one", () => {
  expect(settingsOf(formOf({ language: "de" }), record)).toEqual({ language: "de" });
});

test("aliases are a list, one on each line", () => {
  const known = { ...record, aliases: ["old.example", "pa-1"] };
  const same = formOf({ aliases: "old.example\r\npa-1" });
  expect(settingsOf(same, known)).toEqual({});
  const change = settingsOf(formOf({ aliases: " old.example \r\n\r\nnew.example\r\n" }), known);
  expect(change).toEqual({ aliases: ["old.example", "new.example"] });
  expect(isOfCounting(change)).toBe(true);
  expect(settingsOf(formOf({ aliases: "" }), known)).toEqual({ aliases: [] });
});

test("the form of access sends the privacy that differs, and a password that was typed", () => {
  const form = new FormData();
  form.set("privacy", "1");
  form.set("password", "");
  expect(accessOf(form, record)).toEqual({});
  form.set("privacy", "2");
  form.set("password", " secret ");
  expect(accessOf(form, record)).toEqual({ privacy: 2, password: " secret " });
});

test.each([
  ["adds to the list", "ref", "ref", { exclude_all_params: "on" }, "ref\n*"],
  ["is all that is left of an empty list", "", null, { exclude_all_params: "on" }, "*"],
  ["leaves the list when it goes", "ref", "ref\n*", {}, "ref"],
  ["clears the setting when it goes and there is no list", "", "*", {}, ""],
])("the box for no query parameters %s", (_what, listed, excludeParams, box, sent) => {
  const form = formOf({ exclude_params: listed, ...box });
  expect(settingsOf(form, { ...record, exclude_params: excludeParams })).toEqual({
    exclude_params: sent,
  });
});

test.each(["*", "ref\n*", "*\nref"])(
  "a form that nobody touched changes nothing where %j is excluded",
  (excludeParams) => {
    const { listed, isAll } = readExcludedParams(excludeParams);
    expect(isAll).toBe(true);
    const form = formOf({ exclude_params: listed, exclude_all_params: "on" });
    expect(settingsOf(form, { ...record, exclude_params: excludeParams })).toEqual({});
  },
);

test.each([
  [{ timezone: "UTC" }, true],
  [{ exclude_ips: "" }, true],
  [{ email: 1, exclude_bots: 0 }, true],
  [{ email: 1 }, false],
  [{}, false],
])("a change of %j is about counting: %s", (change, isIt) => {
  expect(isOfCounting(change)).toBe(isIt);
});

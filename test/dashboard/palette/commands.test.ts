import { describe, expect, test } from "vitest";

import {
  changeWebsiteQuery,
  readWebsiteQuery,
  type WebsiteQuery,
  writeWebsiteQuery,
} from "../../../src/dashboard/address/website-query.ts";
import type { Me } from "../../../src/dashboard/api/me.ts";
import {
  byValue,
  commandOfValue,
  commandsOf,
  filterOf,
} from "../../../src/dashboard/palette/commands.ts";

const owner = { kind: "person", role: "owner" } as Me;
const member = { kind: "person", role: "member", grants: [] } as unknown as Me;

function siteAt(search: string, mayWrite = true) {
  const query = readWebsiteQuery(search);
  const hrefWith = (change: Partial<WebsiteQuery>) =>
    `/shop.example${writeWebsiteQuery(changeWebsiteQuery(query, change))}`;
  return { domain: "shop.example", query, hrefWith, mayWrite };
}

const websites = ["shop.example", "blog.example"].map((domain) => ({
  domain,
  domain_unicode: domain,
})) as never[];
const accountPages = [
  { path: "/account", label: "Account", isForAdmins: false },
  { path: "/account/people", label: "People", isForAdmins: true },
];
const saved = { id: 3, name: "Germans", query: "view=goals&range=30d&filter[country]=Germany" };

function hrefs(me: Me, site?: ReturnType<typeof siteAt>) {
  const commands = commandsOf({
    me,
    site,
    accountPages,
    websites,
    savedViews: site ? [saved as never] : [],
  });
  return Object.fromEntries(commands.map(({ id, href }) => [id, href]));
}

describe("on the page of a website", () => {
  const site = siteAt("?view=goals&range=7d&filter[country]=Germany&card=filter");

  test("commands change what they name, close the dialog, and keep the rest", () => {
    const rest = "filter[country]=Germany";
    expect(hrefs(owner, site)).toMatchObject({
      "do:year": `/shop.example?view=goals&range=7d&compare=year&${rest}`,
      "do:all": "/shop.example?view=goals&range=7d",
      "do:goals": `/shop.example?view=goals&range=7d&${rest}&form=new`,
      "range:last-month": `/shop.example?view=goals&range=last-month&${rest}`,
      "report:funnels": `/shop.example?view=funnels&range=7d&${rest}`,
      "view:settings": `/shop.example?view=settings&range=7d&${rest}`,
      "saved:shop.example:3": "/shop.example?view=goals&filter[country]=Germany",
      "website:blog.example": "/blog.example?view=goals&range=7d",
    });
  });

  test("a value is one more filter, and known again by its id", () => {
    const command = byValue(site, filterOf("page", "/a:b*"));
    const query = readWebsiteQuery(command.href.replace("/shop.example", ""));
    expect(query.filters.at(-1)).toEqual(filterOf("page", "/a:b*"));
    expect(commandOfValue(site, command.id)).toEqual(command);
    expect(commandOfValue({ ...site, domain: "blog.example" }, command.id)).toBe(undefined);
    expect(commandOfValue(site, "value:shop.example:nothing:x")).toBe(undefined);
  });
});

test("nobody is offered what the server would refuse", () => {
  const ids = Object.keys(hrefs(member, siteAt("", false)));
  for (const id of [
    "do:goals",
    "view:settings",
    "view:sharing",
    "do:add",
    "page:/account/people",
  ]) {
    expect(ids).not.toContain(id);
    expect(Object.keys(hrefs(owner, siteAt("")))).toContain(id);
  }
});

test("elsewhere there are websites, pages of the account and the documentation", () => {
  const ids = Object.keys(hrefs(owner));
  expect(ids).toEqual(
    expect.arrayContaining(["website:shop.example", "page:/account", "docs:start"]),
  );
  expect(ids.filter((id) => /^(?:range|report|view|saved):/.test(id))).toEqual([]);
});

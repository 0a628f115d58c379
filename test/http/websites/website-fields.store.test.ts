import { beforeAll, expect, test } from "vitest";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const websites = "/api/v1/websites";
const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  ({ id } = await footfall.store("fields.test"));
});

function patch(body: object | string | URLSearchParams) {
  return footfall.request(`${websites}/${id}`, { method: "PATCH", body });
}

const numbers = [
  ["privacy", "must be 0 (public), 1 (private) or 2 (password)"],
  ["email", "must be 0 or 1"],
  ["exclude_bots", "must be 0 or 1"],
] as const;

for (const [field, sentence] of numbers) {
  test.each([
    [3],
    [-1],
    [0.5],
    [1e300],
    [true],
    [null],
    [[]],
    [[1]],
    [{}],
    [{ toString: 1, valueOf: 1 }],
    [""],
    [" 1"],
    ["01"],
    ["1.0"],
    ["1e0"],
    ["+1"],
    ["-0"],
    ["0x1"],
    ["true"],
    ["1\n"],
  ])(`${field} is not %j`, async (value) => {
    const reply = await patch({ [field]: value });

    expect([reply.status, reply.json.errors]).toEqual([422, { [field]: [sentence] }]);
  });

  test.each(["2147483648", "", "yes", "0 ", "1,0"])(
    `${field} is not %j in a form`,
    async (text) => {
      const reply = await patch(new URLSearchParams({ [field]: text }));

      expect([reply.status, reply.json.errors]).toEqual([422, { [field]: [sentence] }]);
    },
  );

  test(`${field} is a number or a decimal string`, async () => {
    for (const value of [0, "0", 1, "1"]) {
      expect((await patch({ [field]: value })).json.data[field]).toBe(Number(value));
    }
  });
}

test.each(["exclude_params", "exclude_ips", "favorited_at", "timezone", "password"])(
  "%s is text",
  async (field) => {
    for (const value of [5, true, [], ["1.1.1.1"], {}]) {
      const reply = await patch({ [field]: value });

      expect(reply.status).toBe(422);
      expect(reply.json.errors).toEqual({ [field]: [expect.stringContaining("must be text")] });
    }
  },
);

test("a form that repeats a field is refused on it", async () => {
  const reply = await patch(new URLSearchParams("email=1&email=0&timezone=UTC&timezone=UTC"));

  expect(reply.json.errors).toEqual({ email: ["must be 0 or 1"], timezone: ["must be text"] });
});

test.each([
  ["exclude_ips", "1.1.1.1\r\n1.2.3.4/33", '"1.2.3.4/33" is not an IP address or a CIDR range'],
  ["exclude_params", "a b", '"a b" is not the name of a query parameter, optionally followed by *'],
  ["favorited_at", "2026-02-30T00:00:00", "must be a real date and time, YYYY-MM-DDTHH:MM:SS"],
  ["timezone", "Mars/Olympus", "must be an IANA time zone name, such as Europe/Berlin"],
  ["password", "x".repeat(1_001), "must be text of at most 1,000 characters"],
])("%s is refused with what is wrong", async (field, text, sentence) => {
  const reply = await patch(new URLSearchParams({ [field]: text }));

  expect([reply.status, reply.json.errors]).toEqual([422, { [field]: [sentence] }]);
});

test("a store names every wrong field at once", async () => {
  const reply = await footfall.request(websites, {
    body: {
      domain: "no domain",
      privacy: 2,
      email: 7,
      exclude_bots: "x",
      exclude_params: "a b",
      exclude_ips: "nowhere",
      favorited_at: "yesterday",
      timezone: "Mars/Olympus",
      language: "de-AT",
    },
  });

  expect(reply.status).toBe(422);
  expect(Object.keys(reply.json.errors).sort()).toEqual([
    "domain",
    "email",
    "exclude_bots",
    "exclude_ips",
    "exclude_params",
    "favorited_at",
    "language",
    "password",
    "timezone",
  ]);
  expect(reply.json.errors.language).toEqual([
    "must be one of en, de, es, fr, it, nl, pl, pt, ar, ja, zh-Hans",
  ]);
});

test("an update names every wrong field at once", async () => {
  const reply = await patch({ domain: "x", privacy: 9, favorited_at: "x", password: 5 });

  expect(Object.keys(reply.json.errors).sort()).toEqual([
    "domain",
    "favorited_at",
    "password",
    "privacy",
  ]);
});

test.each([
  [{}, "is required"],
  [{ domain: null }, "must be text"],
  [{ domain: 5 }, "must be text"],
  [{ domain: ["a.test"] }, "must be text"],
  [{ domain: "" }, "must be a domain name, such as example.com"],
  [{ domain: "www.com" }, "must be a domain name, such as example.com"],
  [{ domain: "fields.test" }, "is already registered"],
  [{ domain: " HTTPS://www.FIELDS.test./x?y " }, "is already registered"],
])("a store of %j is refused on domain", async (body, sentence) => {
  const reply = await footfall.request(websites, { body });

  expect([reply.status, reply.json]).toEqual([
    422,
    {
      status: 422,
      code: "VALIDATION",
      message: "The request has invalid fields",
      errors: { domain: [sentence] },
    },
  ]);
});

test("a domain that is taken is refused together with other wrong fields", async () => {
  const reply = await footfall.request(websites, { body: { domain: "fields.test", privacy: 2 } });

  expect(Object.keys(reply.json.errors).sort()).toEqual(["domain", "password"]);
});

test.each([
  ["https://www.Example.com/blog", "example.com", "example.com"],
  ["Müller.DE", "xn--mller-kva.de", "müller.de"],
  ["localhost", "localhost", "localhost"],
])("the domain %s is stored as %s, and written %s", async (text, domain, written) => {
  const reply = await footfall.request(websites, { body: new URLSearchParams({ domain: text }) });

  expect(reply.json.data).toMatchObject({ domain, domain_unicode: written });
});

test("an update of what does not exist is 404, whatever its body says", async () => {
  const reply = await footfall.request(`${websites}/4294967295`, {
    method: "PATCH",
    body: { privacy: 9, domain: "x" },
  });

  expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
});

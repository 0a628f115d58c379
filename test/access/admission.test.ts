import { describe, expect, test } from "vitest";
import type { AccessRecords } from "../../src/access/access-set.ts";
import {
  admit,
  admitByEmail,
  type ExternalIdentity,
  type SignInRefusal,
  SignInRefused,
  type SignInRules,
} from "../../src/access/admission.ts";
import { peopleMax } from "../../src/access/person.ts";
import type { StoredAccess } from "../../src/access/stored-access.ts";
import type { MadeChange } from "../../src/base/records.ts";
import { byTest } from "../helpers/author.ts";
import { type AccessChanges, openAccess, personWith } from "./memory-access.ts";

const iss = "https://login.test";
const ada: ExternalIdentity = {
  iss,
  sub: "1",
  email: "ada@example.com",
  isEmailVerified: true,
  name: "Ada L.",
};
const closed: SignInRules = { signUp: "off", emailDomains: [], owners: [] };
const open: SignInRules = { ...closed, signUp: "member" };
const nowMs = 5_000;
const invitation = { kind: "invitation", hash: "h", expiresMs: 9_000 } as const;
const grants = [{ website_id: 7, may: "view" }] as const;

async function refused(signIn: Promise<unknown>): Promise<SignInRefusal> {
  const error = await signIn.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(SignInRefused);
  return (error as SignInRefused).refusal;
}

const peopleOf = (access: StoredAccess) => access.all.list("person");

describe("somebody whom nobody has invited", () => {
  test("becomes a member without grants where people may sign up", async () => {
    const access = await openAccess();

    expect(await admit(access, ada, open, nowMs)).toEqual({
      id: 1,
      content: personWith({
        name: "Ada L.",
        identities: [{ iss, sub: "1" }],
        createdMs: nowMs,
      }),
    });
    expect(peopleOf(access)).toHaveLength(1);
  });

  test("has a name of one line, whatever the provider says", async () => {
    const access = await openAccess();
    const name = "\u202eAda\r\n L.\0";

    expect((await admit(access, { ...ada, name }, open, nowMs)).content.name).toBe("Ada L.");
    const other = { ...ada, sub: "2", email: "b@example.com", name: "\n\u202e" };
    expect((await admit(access, other, open, nowMs)).content.name).toBe("b@example.com");
    const hidden = { ...ada, sub: "3", email: "c\u202e@example.com" };
    expect(await refused(admit(access, hidden, open, nowMs))).toBe("no-email");
  });

  test("stays out where they may not", async () => {
    const access = await openAccess();

    expect(await refused(admit(access, ada, closed, nowMs))).toBe("uninvited");
    expect(peopleOf(access)).toEqual([]);
  });

  test.each([
    ["unverified", { isEmailVerified: false }, "unverified-email"],
    ["missing", { email: undefined }, "no-email"],
    ["no address", { email: "ada" }, "no-email"],
    ["too long", { email: `${"a".repeat(250)}@b.test` }, "no-email"],
  ])("stays out when the address is %s", async (_what, differences, refusal) => {
    const access = await openAccess();

    expect(await refused(admit(access, { ...ada, ...differences }, open, nowMs))).toBe(refusal);
    expect(peopleOf(access)).toEqual([]);
  });

  test("has the address as name where the provider tells none, and a long one is cut", async () => {
    const access = await openAccess();
    const nameless = await admit(access, { ...ada, name: undefined }, open, nowMs);
    const bob = { ...ada, sub: "2", email: "bob@example.com", name: "B".repeat(121) };

    expect(nameless.content.name).toBe("ada@example.com");
    expect((await admit(access, bob, open, nowMs)).content.name).toBe("B".repeat(120));
  });

  test("is one person, also if two processes let them in at once", async () => {
    const changes: AccessChanges = [];
    const [one, other] = await Promise.all([openAccess(changes), openAccess(changes)]);
    const [first, second] = await Promise.all([
      admit(one, ada, open, nowMs),
      admit(other, ada, open, nowMs),
    ]);

    expect(first).toEqual(second);
    expect(changes).toHaveLength(1);
  });

  test("stays out when there are as many people as there can be", async () => {
    const changes = Array.from({ length: peopleMax }, (_, i) => ({
      change: i + 1,
      writer: "",
      kind: "person" as const,
      record: { id: i + 1, content: personWith({ email: `${i}@example.com` }) },
      deleted: false,
    }));

    expect(await refused(admit(await openAccess(changes), ada, open, nowMs))).toBe("full");
  });
});

describe("a person whose identity is known", () => {
  const person = personWith({ email: "old@example.com", identities: [{ iss, sub: "1" }] });

  test("is found by it, whatever the address, and nothing is written", async () => {
    const changes: AccessChanges = [];
    const access = await openAccess(changes);
    await access.create(byTest, "person", () => person);
    await access.create(byTest, "person", () => personWith());

    for (const email of ["ada@example.com", "new@example.com", undefined]) {
      const identity = { ...ada, email, isEmailVerified: false };
      expect(await admit(access, identity, closed, nowMs)).toEqual({ id: 1, content: person });
    }
    expect(changes).toHaveLength(2);
  });

  test("stays out while disabled", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => ({ ...person, state: "disabled" }));

    expect(await refused(admit(access, ada, open, nowMs))).toBe("disabled");
  });

  test("comes back as a new one after being deleted", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => ({ ...person, grants }));
    await access.remove(byTest, "person", 1);

    expect(await refused(admit(access, ada, closed, nowMs))).toBe("uninvited");
    expect(await admit(access, ada, open, nowMs)).toMatchObject({
      id: 2,
      content: { grants: [], state: "active" },
    });
  });

  test("of another issuer is somebody else", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => person);
    const other = { ...ada, iss: "https://other.test" };

    expect((await admit(access, other, open, nowMs)).id).toBe(2);
  });
});

describe("a person with the address", () => {
  test("who is invited becomes active, and the invitation is used up", async () => {
    const access = await openAccess();
    const person = personWith({ state: "invited", link: invitation, grants, role: "owner" });
    await access.create(byTest, "person", () => person);

    expect(await admit(access, { ...ada, email: "ADA@Example.com" }, closed, nowMs)).toEqual({
      id: 1,
      content: { ...person, state: "active", link: null, identities: [{ iss, sub: "1" }] },
    });
    expect(access.all.findByLink("h")).toBeUndefined();
  });

  test("who is active keeps password and link for a new one", async () => {
    const access = await openAccess();
    const link = { ...invitation, kind: "reset" as const };
    const person = personWith({ passwordHash: "p", link });
    await access.create(byTest, "person", () => person);

    expect((await admit(access, ada, closed, nowMs)).content).toEqual({
      ...person,
      identities: [{ iss, sub: "1" }],
    });
  });

  test.each(["invited", "active"] as const)(
    "who is %s is not linked by an address that is not verified",
    async (state) => {
      const access = await openAccess();
      const person = personWith({ state, link: invitation });
      await access.create(byTest, "person", () => person);
      const identity = { ...ada, isEmailVerified: false };

      expect(await refused(admit(access, identity, open, nowMs))).toBe("unverified-email");
      expect(peopleOf(access)).toEqual([{ id: 1, content: person }]);
    },
  );

  test("who is disabled stays out", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => personWith({ state: "disabled" }));

    expect(await refused(admit(access, ada, open, nowMs))).toBe("disabled");
  });

  test("who has another account of the same provider does not share it", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => personWith({ identities: [{ iss, sub: "0" }] }));

    expect(await refused(admit(access, ada, open, nowMs))).toBe("other-account");
    const elsewhere = { ...ada, iss: "https://other.test" };
    expect((await admit(access, elsewhere, closed, nowMs)).content.identities).toHaveLength(2);
  });
});

describe("domains", () => {
  const rules = { ...open, emailDomains: ["example.com"] };

  test.each([
    ["ada@example.com", undefined],
    ["ada@EXAMPLE.com", undefined],
    ["ada@x.example.com", "domain"],
    ["ada@example.org", "domain"],
    ["ada@example.com@example.org", "no-email"],
  ])("decide about %s", async (email, refusal) => {
    const signIn = admit(await openAccess(), { ...ada, email }, rules, nowMs);

    if (refusal === undefined) expect((await signIn).id).toBe(1);
    else expect(await refused(signIn)).toBe(refusal);
  });

  test("count at each sign-in, with an address that is verified", async () => {
    const access = await openAccess();
    const identities = [{ iss, sub: "1" }];
    await access.create(byTest, "person", () => personWith({ identities }));
    const unverified = { ...ada, isEmailVerified: false };
    const moved = { ...ada, email: "ada@example.org" };

    expect((await admit(access, ada, rules, nowMs)).id).toBe(1);
    expect(await refused(admit(access, unverified, rules, nowMs))).toBe("unverified-email");
    expect(await refused(admit(access, moved, rules, nowMs))).toBe("domain");
  });
});

describe("addresses of owners", () => {
  const rules = { ...closed, owners: ["ada@example.com"] };

  test("make an owner, who needs no invitation", async () => {
    const { content } = await admit(await openAccess(), ada, rules, nowMs);

    expect(content).toMatchObject({ role: "owner", state: "active" });
  });

  test.each([
    ["a member", { identities: [{ iss, sub: "1" }] }],
    ["a member who is linked", {}],
    ["an invited member", { state: "invited", link: invitation }],
  ] as const)("make an owner of %s", async (_what, differences) => {
    const access = await openAccess();
    await access.create(byTest, "person", () => personWith(differences));

    expect((await admit(access, ada, rules, nowMs)).content).toMatchObject({
      role: "owner",
      state: "active",
    });
    expect(peopleOf(access)).toHaveLength(1);
  });

  test("count only if they are verified", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => personWith({ identities: [{ iss, sub: "1" }] }));
    const identity = { ...ada, isEmailVerified: false };

    expect((await admit(access, identity, rules, nowMs)).content.role).toBe("member");
  });

  test("take nothing from an owner who is not among them", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => personWith({ role: "owner" }));

    expect((await admit(access, ada, closed, nowMs)).content.role).toBe("owner");
  });
});

describe("an address of a proxy", () => {
  const email = "Ada@example.com";

  test("finds an active person, and nothing is written", async () => {
    const changes: AccessChanges = [];
    const access = await openAccess(changes);
    await access.create(byTest, "person", () => personWith());

    expect(await admitByEmail(access, email, closed, nowMs)).toEqual({
      id: 1,
      content: personWith(),
    });
    expect(changes).toHaveLength(1);
  });

  test("uses up an invitation", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => personWith({ state: "invited", link: invitation }));

    expect((await admitByEmail(access, email, closed, nowMs)).content).toEqual(personWith());
  });

  test("lets no disabled person in, and nobody who may not sign up", async () => {
    const access = await openAccess();
    await access.create(byTest, "person", () => personWith({ state: "disabled" }));

    expect(await refused(admitByEmail(access, email, open, nowMs))).toBe("disabled");
    expect(await refused(admitByEmail(access, "b@b.test", closed, nowMs))).toBe("uninvited");
  });

  test("makes a member where people may sign up", async () => {
    const access = await openAccess();

    expect(await admitByEmail(access, email, open, nowMs)).toEqual({
      id: 1,
      content: personWith({ email, name: email, createdMs: nowMs }),
    });
  });
});

test("the person is the author of what signing in changes", async () => {
  const made: MadeChange<AccessRecords>[] = [];
  const access = await openAccess([], async (change) => void made.push(change));
  const first = await admit(access, ada, open, nowMs);
  await admit(access, ada, open, nowMs);
  const owner = await admit(access, ada, { ...open, owners: [ada.email ?? ""] }, nowMs);

  const by = { kind: "person", id: 1, name: "Ada L." };
  expect(made).toEqual([
    { by, kind: "person", before: undefined, after: first },
    { by, kind: "person", before: first, after: owner },
  ]);
});

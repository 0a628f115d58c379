import { afterAll, describe, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import { email, password, startPeople } from "./people-app.ts";

afterAll(stopAll);

const path = "/session/invitation/read";
const kim = { email: "kim@example.com", name: "Kim", role: "member" };

async function start() {
  const app = await startPeople({ websites: [{ id: 7, domain: "xn--mnchen-3ya.de" }] });
  /** Resolves with the token of an invitation that a caller makes. */
  const tokenOf = async (answer: Promise<{ json: () => { link: { url: string } } }>) =>
    new URL((await answer).json().link.url).hash.slice(1);
  const read = (token: string) => app.post(path, { token });
  return { app, tokenOf, read };
}

describe("an invitation says to the person who has it", () => {
  test("who invites, and to which website", async () => {
    const { app, tokenOf, read } = await start();
    const { cookies } = await app.join({ role: "owner" });
    const body = { ...kim, grants: [{ website_id: 7, may: "view" }] };
    const token = await tokenOf(app.as(cookies, "POST", "/api/v1/people", body));

    const invitation = {
      name: "Kim",
      email: kim.email,
      role: "member",
      invited_by: "Ada",
      websites: ["münchen.de"],
    };
    expect((await read(token)).json()).toEqual({ data: invitation });
    // Reading leaves the link as it is.
    expect((await app.post("/session/invitation", { token, password })).statusCode).toBe(204);
  });

  test.each([
    [{ role: "owner", grants: [] }, "all"],
    [{ role: "member", grants: [{ website_id: "all", may: "view" }] }, "all"],
    [{ role: "member", grants: [] }, []],
  ])("what %j sees, and nobody where a key invites", async (fields, websites) => {
    const { app, tokenOf, read } = await start();
    const token = await tokenOf(app.root("POST", "/api/v1/people", { ...kim, ...fields }));

    expect((await read(token)).json().data).toMatchObject({ invited_by: null, websites });
  });

  test("and to nobody else", async () => {
    const { app, tokenOf, read } = await start();
    const token = await tokenOf(app.root("POST", "/api/v1/people", kim));
    const { data } = (await app.root("GET", "/api/v1/people")).json();
    const refusals = [await read("no token"), await read("")];
    await app.root("POST", `/api/v1/people/${data[0].id}/link`);
    refusals.push(await read(token));
    const used = await tokenOf(app.root("POST", "/api/v1/people", { email, role: "member" }));
    await app.post("/session/invitation", { token: used, password });
    refusals.push(await read(used));

    for (const refusal of refusals) {
      const { statusCode, body } = refusal;
      expect([statusCode, Object.keys(refusal.json().errors)]).toEqual([422, ["token"]]);
      expect(body).not.toMatch(/example\.com|Kim/);
    }
  });
});

import { expect, test } from "vitest";

import { email, password, startPeople } from "./people-app.ts";

const path = "/session/start";
const body = { token: "start-key-0123456789", email, name: "Ada", password };

test("the address that the start prints makes the first owner, who is signed in", async () => {
  const { app, post, root } = await startPeople();

  const reply = await post(path, body);

  expect(reply.statusCode).toBe(204);
  const cookies = Object.fromEntries(reply.cookies.map(({ name, value }) => [name, value]));
  const me = await app.inject({ url: "/api/v1/me", cookies });
  expect(me.json().data).toMatchObject({ kind: "person", name: "Ada" });
  const [owner] = (await root("GET", "/api/v1/people")).json().data;
  expect(owner).toMatchObject({ email, role: "owner", state: "active" });
});

test("another token makes nobody", async () => {
  const { post, root } = await startPeople();

  const reply = await post(path, { ...body, token: "another" });

  expect(reply.statusCode).toBe(422);
  expect(reply.json().errors).toHaveProperty("token");
  expect((await root("GET", "/api/v1/people")).json().data).toEqual([]);
});

test("the address ends with the first person, also when that is deleted", async () => {
  const { post, root, join } = await startPeople();
  const { id } = await join();

  expect((await post(path, { ...body, email: "b@example.com" })).statusCode).toBe(422);
  await root("DELETE", `/api/v1/people/${id}`);
  expect((await post(path, body)).statusCode).toBe(422);
});

test("of two who use the address at once, one becomes the owner", async () => {
  const { post, root } = await startPeople();

  const replies = await Promise.all([
    post(path, body),
    post(path, { ...body, email: "grace@example.com" }),
  ]);

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([204, 422]);
  expect((await root("GET", "/api/v1/people")).json().data).toHaveLength(1);
});

test("wrong fields are named, and the address still holds", async () => {
  const { post } = await startPeople();

  const reply = await post(path, { ...body, email: "no address", password: "short" });

  expect(Object.keys(reply.json().errors).sort()).toEqual(["email", "password"]);
  expect((await post(path, body)).statusCode).toBe(204);
});

import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { apiKey } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const websites = "/api/v1/websites";
const bodyBytesMax = 64 * 1024;
const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  ({ id } = await footfall.store("limits.test"));
});

/**
 * Sends text that `fetch` would refuse to send. Resolves with the answers' text, headers included.
 */
async function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(footfall.url);
  const socket = connect(Number(port), hostname);
  let answer = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {}).write(text);
  await once(socket, "close");
  return answer;
}

function expectRawProblem(answer: string, status: number, code: string): void {
  const [head = "", body = ""] = answer.split("\r\n\r\n");

  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/content-type: application\/json; charset=utf-8/i);
  expect(JSON.parse(body)).toMatchObject({ status, code });
}

const authorized = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${apiKey}\r\n`;
const json = `${authorized}Content-Type: application/json\r\n`;

/** Returns a body of exactly `bytes` bytes, most of them in a field that the server ignores. */
function bodyOf(type: string, bytes: number): string {
  const [start, end] =
    type === "application/json" ? ['{"email":1,"x":"', '"}'] : ["email=1&x=", ""];
  return `${start}${"x".repeat(bytes - start.length - end.length)}${end}`;
}

describe.each(["application/json", "application/x-www-form-urlencoded"])("a body of %s", (type) => {
  const send = (bytes: number) =>
    footfall.request(`${websites}/${id}`, {
      method: "PATCH",
      body: bodyOf(type, bytes),
      headers: { "content-type": type },
    });

  test("of 64 KiB is read", async () => {
    expect((await send(bodyBytesMax)).status).toBe(200);
  });

  test("of one byte more is 413", async () => {
    const { status, json: problem } = await send(bodyBytesMax + 1);

    expect([status, problem.code]).toEqual([413, "BODY_TOO_LARGE"]);
  });

  test("in chunks is read up to the same length", async () => {
    const chunked = (bytes: number) => {
      const body = bodyOf(type, bytes);
      const size = body.length.toString(16);
      return raw(
        `PATCH ${websites}/${id} HTTP/1.1\r\n${authorized}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${size}\r\n${body}\r\n0\r\n\r\n`,
      );
    };

    expect(await chunked(bodyBytesMax)).toMatch(/^HTTP\/1\.1 200 /);
    expectRawProblem(await chunked(bodyBytesMax + 1), 413, "BODY_TOO_LARGE");
  });
});

test("an announced length is refused before the body arrives", async () => {
  const answer = await raw(
    `POST ${websites} HTTP/1.1\r\n${json}Content-Length: 9999999999\r\n\r\n{`,
  );

  expectRawProblem(answer, 413, "BODY_TOO_LARGE");
});

test("a body without a type is 415", async () => {
  const answer = await raw(
    `POST ${websites} HTTP/1.1\r\n${authorized}Content-Length: 13\r\n\r\ndomain=x.test`,
  );

  expectRawProblem(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
});

test.each([
  ["no HTTP", "hello\r\n\r\n"],
  ["an unknown method", `FOO ${websites} HTTP/1.1\r\n${authorized}\r\n`],
  ["a header without a colon", `GET ${websites} HTTP/1.1\r\nHost x\r\n\r\n`],
  ["a wrong length", `POST ${websites} HTTP/1.1\r\n${json}Content-Length: x\r\n\r\n{}`],
  [
    "two lengths",
    `POST ${websites} HTTP/1.1\r\n${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}`,
  ],
  ["a wrong chunk", `POST ${websites} HTTP/1.1\r\n${json}Transfer-Encoding: chunked\r\n\r\nz\r\n`],
])("%s is 400", async (_what, text) => {
  expectRawProblem(await raw(text), 400, "MALFORMED_REQUEST");
});

test("headers of more than 16 KiB are 431", async () => {
  const answer = await raw(
    `GET ${websites} HTTP/1.1\r\n${authorized}X: ${"x".repeat(17_000)}\r\n\r\n`,
  );

  expectRawProblem(answer, 431, "HEADERS_TOO_LARGE");
});

test("HTTP 1.0 without a host is answered", async () => {
  const answer = await raw(`GET ${websites} HTTP/1.0\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`);

  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(`"path":"${footfall.url}${websites}"`);
});

test("an absolute address and a lower-case header are understood", async () => {
  const answer = await raw(
    `GET http://a.example${websites} HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\nauthorization: bearer ${apiKey}\r\n\r\n`,
  );

  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain(`"path":"http://a.example${websites}"`);
});

test.each(["*", "http://a.example/%zz", "/%"])("the address %s is 404", async (target) => {
  const answer = await raw(`OPTIONS ${target} HTTP/1.1\r\n${authorized}\r\n`);

  expectRawProblem(answer, 404, "ROUTE_NOT_FOUND");
});

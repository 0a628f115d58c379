import { expect, test } from "vitest";

import { send, statusesIn } from "./client.ts";
import { listen } from "./stub.ts";

test("every answer of a connection is identified by its status", () => {
  const text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\nHTTP/1.1 500";

  expect(statusesIn(`${text} no\r\n`)).toEqual([100, 200, 500]);
});

test("what comes before the connection ends is the answer", async () => {
  const url = await listen((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\nno"));

  const answer = await send(url, { kind: "", wire: "x" }, never);

  expect(answer).toMatchObject({ statuses: [400], isMissing: false });
});

test("what is broken is not waited for when nothing comes any more", async () => {
  const url = await listen((socket) => void socket.write("HTTP/1.1 200 OK\r\n\r\n"));

  const answer = await send(url, { kind: "", wire: "x", isBroken: true }, never);

  expect(answer).toMatchObject({ statuses: [200], isMissing: false });
});

test("a slow request arrives in parts", async () => {
  const parts: string[] = [];
  const url = await listen((socket) => {
    socket.on("data", (chunk) => {
      parts.push(String(chunk));
      if (parts.join("").length === 4) socket.end();
    });
  });

  await send(url, { kind: "", wire: "abcd", slow: { parts: 2, pauseMs: 50 } }, never);

  expect(parts.join("")).toBe("abcd");
  expect(parts.length).toBeGreaterThan(1);
});

test("nothing is sent after the end", async () => {
  const url = await listen(() => {});

  const answer = await send(url, { kind: "", wire: "x" }, AbortSignal.abort());

  expect(answer.statuses).toEqual([]);
});

const never = new AbortController().signal;

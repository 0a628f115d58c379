import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, describe, expect, test } from "vitest";

import type { Message } from "../../../src/notifications/mail/message.ts";
import { SmtpSession } from "../../../src/notifications/mail/smtp.ts";
import { cleanUp, stopAll } from "../../helpers/clean-up.ts";
import { startScript } from "../../helpers/mail-server.ts";

afterAll(stopAll);

const message: Message = {
  envelope: { from: "a@mail.test", to: ["b@mail.test", "c@mail.test"] },
  raw: Buffer.from("Subject: x\r\n\r\ntext\r\n"),
};
const { signal } = new AbortController();

/** Says yes to everything, but for what begins so. */
function politeBut(answers: Readonly<Record<string, string | undefined>>) {
  const usual: Readonly<Record<string, string | undefined>> = {
    CONNECT: "220 mail.test",
    EHLO: "250 mail.test",
    MAIL: "250 yes",
    RCPT: "250 yes",
    DATA: "354 go on",
    ".": "250 taken",
    QUIT: "221 bye",
  };
  const all = { ...usual, ...answers };
  return (line: string) => {
    const key = Object.keys(all).find((word) =>
      word === "." ? line === "." : line.startsWith(word),
    );
    return key === undefined ? "" : all[key];
  };
}

describe("a mail", () => {
  test.each([
    ["is taken", {}, "sent"],
    ["is refused at MAIL", { MAIL: "451 later" }, "refused"],
    ["is refused at RCPT", { RCPT: "550 nobody" }, "refused"],
    ["is refused at DATA", { DATA: "452 full" }, "refused"],
    ["is refused after its text", { ".": "554 spam" }, "refused"],
    ["is cut off at MAIL", { MAIL: undefined }, "refused"],
    ["is cut off at RCPT", { RCPT: undefined }, "refused"],
    ["is cut off at DATA", { DATA: undefined }, "refused"],
    ["is cut off after its text", { ".": undefined }, "unknown"],
    ["is cut off within its text", { Subject: undefined }, "unknown"],
  ])("that %s has the outcome it has for sure", async (_what, answers, status) => {
    const script = await startScript(politeBut(answers));
    const session = await SmtpSession.open({ smtpUrl: script.url }, signal);

    const outcome = await session.send(message);

    session.end();
    expect(outcome.status).toBe(status);
  });
});

describe("no session", () => {
  test.each([
    ["refuses", { CONNECT: "554 no" }],
    ["cuts the connection", { CONNECT: undefined }],
    ["cuts the connection later", { EHLO: undefined }],
  ])("is opened with a server that %s", async (_what, answers) => {
    const script = await startScript(politeBut(answers));

    await expect(SmtpSession.open({ smtpUrl: script.url }, signal)).rejects.toThrow();
  });

  test("is opened with a server that does not want the password", async () => {
    const script = await startScript(
      politeBut({ EHLO: "250-mail.test\r\n250 AUTH PLAIN", AUTH: "535 wrong" }),
    );
    const url = script.url.replace("//", "//user:p%2Fw@");

    await expect(SmtpSession.open({ smtpUrl: url }, signal)).rejects.toThrow("535 wrong");
  });

  test("tells another machine a password without TLS", async () => {
    const lines: string[] = [];
    const answer = politeBut({ EHLO: "250-mail.test\r\n250 AUTH PLAIN", STARTTLS: "502 what" });
    const script = await startScript((line) => {
      lines.push(line);
      return answer(line);
    });
    // This machine by a name that does not say so.
    const url = script.url.replace("//127.0.0.1", "//user:secret@0.0.0.0");

    await expect(SmtpSession.open({ smtpUrl: url }, signal)).rejects.toThrow("STARTTLS");
    expect(lines.filter((line) => line.startsWith("AUTH"))).toEqual([]);
  });
});

describe("a server with a certificate that it signed itself", () => {
  async function startSigned(): Promise<string> {
    const server = new SMTPServer({
      authOptional: true,
      onData: (_stream, _session, done) => done(),
    });
    server.on("error", () => {}).listen(0, "127.0.0.1");
    await once(server.server, "listening");
    cleanUp(() => new Promise<void>((resolve) => server.close(() => resolve())));
    return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  }

  test("is trusted on this machine, and elsewhere only if the settings say so", async () => {
    const local = await startSigned();
    // This machine by a name that does not say so.
    const elsewhere = local.replace("127.0.0.1", "0.0.0.0");
    const servers = [{ smtpUrl: local }, { smtpUrl: elsewhere, takesAnyCertificate: true }];
    for (const server of servers) (await SmtpSession.open(server, signal)).end();

    await expect(SmtpSession.open({ smtpUrl: elsewhere }, signal)).rejects.toThrow("certificate");
  });
});

test("user and password are decoded, and told to this machine", async () => {
  const lines: string[] = [];
  const answer = politeBut({ EHLO: "250-mail.test\r\n250 AUTH PLAIN", AUTH: "235 welcome" });
  const script = await startScript((line) => {
    lines.push(line);
    return answer(line);
  });
  const session = await SmtpSession.open(
    { smtpUrl: script.url.replace("//", "//us%40er:p%2Fw@") },
    signal,
  );
  session.end();

  const told = lines.find((line) => line.startsWith("AUTH PLAIN"))?.split(" ")[2] ?? "";
  expect(Buffer.from(told, "base64").toString()).toBe("\0us@er\0p/w");
});

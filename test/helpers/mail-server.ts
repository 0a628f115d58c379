import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { SMTPServer, type SMTPServerError } from "smtp-server";
import { cleanUp } from "./clean-up.ts";

/** A mail as it arrived. */
export interface Mail {
  readonly to: readonly string[];
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
}

/** A real SMTP server, stopped when the test ends. */
export interface MailServer {
  readonly url: string;
  readonly mails: Mail[];
  /** Answers of 4xx or 5xx in place of the usual ones. The server uses them up one by one. */
  readonly refusals: { at: "RCPT" | "DATA"; code: number; to?: string }[];
  down(): Promise<void>;
  up(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: Mail[] = [];
  const refusals: MailServer["refusals"] = [];
  const refusal = (at: "RCPT" | "DATA", to?: string): SMTPServerError | null => {
    const index = refusals.findIndex((each) => each.at === at && (each.to ?? to) === to);
    const [found] = index < 0 ? [] : refusals.splice(index, 1);
    return found === undefined
      ? null
      : Object.assign(new Error("no"), { responseCode: found.code });
  };
  const make = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      disableReverseLookup: true,
      onRcptTo: ({ address }, _session, done) => done(refusal("RCPT", address)),
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          const error = refusal("DATA");
          const to = session.envelope.rcptTo.map(({ address }) => address);
          if (error === null) mails.push(readMail(Buffer.concat(chunks).toString("latin1"), to));
          done(error);
        });
      },
    });
  let server = make();
  const up = async (port: number) => {
    server = make();
    server.on("error", () => {});
    server.listen(port, "127.0.0.1");
    await once(server.server, "listening");
  };
  const down = () => new Promise<void>((resolve) => server.close(() => resolve()));
  await up(0);
  const { port } = server.server.address() as AddressInfo;
  cleanUp(down);
  return { url: `smtp://127.0.0.1:${port}`, mails, refusals, down, up: () => up(port) };
}

/**
 * Starts a server that says what `answer` returns for a line, or for `CONNECT`. `undefined` cuts
 * the connection, and "" means silence.
 */
export async function startScript(
  answer: (line: string) => string | undefined,
): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on("error", () => {}));
    const say = (line: string) => {
      const text = answer(line);
      if (text === undefined) socket.destroy();
      else if (text !== "") socket.write(`${text}\r\n`);
    };
    say("CONNECT");
    let rest = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) say(line);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUp(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, connections: () => connections };
}

/** Reads a mail with a text and an HTML part from its bytes in latin1. */
function readMail(raw: string, to: readonly string[]): Mail {
  const { headers, body } = readPart(raw);
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.slice(2)));
  const contentOf = (type: string) => {
    const part = parts.find((each) => each.headers.get("content-type")?.startsWith(type));
    return part === undefined
      ? ""
      : decode(part.body, part.headers.get("content-transfer-encoding"));
  };
  return { to, headers, text: contentOf("text/plain"), html: contentOf("text/html") };
}

function readPart(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf("\r\n\r\n");
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: raw.slice(end + 4) };
}

function decode(body: string, encoding: string | undefined): string {
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : encoding === "quoted-printable"
        ? Buffer.from(
            body
              .replaceAll(/=\r\n/g, "")
              .replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            "latin1",
          )
        : Buffer.from(body, "latin1");
  return bytes.toString("utf8").replaceAll("\r\n", "\n");
}

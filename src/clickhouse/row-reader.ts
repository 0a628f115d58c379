import { randomUUID } from "node:crypto";
import { type Agent, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { type ClickHouseSettings, parseError } from "@clickhouse/client";

import { Problem } from "../base/errors.ts";
import { wholeAnswerSettings } from "./query-settings.ts";
import { render, type Sql, textOf } from "./sql.ts";

export interface RowReaderOptions {
  /** `http(s)://user:password@host:8123/database` */
  readonly url: string;
  readonly agent: Agent;
  /** A server that sends nothing for this long counts as unavailable. */
  readonly timeoutMs: number;
  readonly settings: ClickHouseSettings;
}

interface Message {
  readonly search: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Longer lists of values go into the body: a proxy may take 8 KiB of a URL, ClickHouse 1 MiB. */
const valuesCharactersMax = 4_096;

/** ClickHouse takes 1,000 fields of a form, and answers nothing to more. */
const valuesMax = 990;

/**
 * Reads the rows of queries over HTTP. The client library lets a timer pass before each request,
 * which takes longer than a small query.
 */
export class RowReader {
  readonly #agent: Agent;
  readonly #send: typeof requestHttp;
  readonly #target: RequestOptions;
  readonly #authorization: string;
  readonly #search: string;
  #isClosed = false;

  constructor({ url, agent, timeoutMs, settings }: RowReaderOptions) {
    const { protocol, hostname, port, username, password, pathname } = new URL(url);
    const user = `${decodeURIComponent(username) || "default"}:${decodeURIComponent(password)}`;
    const database = pathname.replaceAll("/", "");
    // A URL has brackets around an IPv6 address, a connection has none.
    const host = hostname.replaceAll(/[[\]]/g, "");
    this.#agent = agent;
    this.#send = protocol === "https:" ? requestHttps : requestHttp;
    this.#target = { agent, method: "POST", host, port, timeout: timeoutMs };
    this.#authorization = `Basic ${Buffer.from(user).toString("base64")}`;
    this.#search = searchOf({
      ...(database !== "" && { database }),
      default_format: "JSONEachRow",
      // No number of JavaScript holds a decimal number exactly, so it is a text.
      output_format_json_quote_decimals: 1,
      ...wholeAnswerSettings,
      ...settings,
    });
  }

  /** Throws `ClickHouseError` for an error of ClickHouse, and other errors without an answer. */
  async rows<Row>(
    statement: Sql,
    settings: ClickHouseSettings = {},
    signal?: AbortSignal,
  ): Promise<Row[]> {
    const { query, query_params } = render(statement);
    if (Object.keys(query_params).length > valuesMax) throw new Problem("QUERY_TOO_LARGE");
    const values = Object.fromEntries(
      Object.entries(query_params).map(([name, value]) => [`param_${name}`, textOf(value)]),
    );
    const search = `${this.#search}&${searchOf(settings)}`;
    const characters = Object.values(values).reduce((sum, { length }) => sum + length, 0);
    // Writing long values into a URL takes longer than anything else.
    const searchOfValues = characters > valuesCharactersMax ? undefined : searchOf(values);
    const text = await this.#ask(
      searchOfValues !== undefined && searchOfValues.length <= valuesCharactersMax
        ? { search: `${search}&${searchOfValues}`, body: query, signal }
        : { search, ...formOf({ query, ...values }), signal },
    );
    return JSON.parse(`[${text.trimEnd().replaceAll("\n", ",")}]`) as Row[];
  }

  /** Ends all connections: requests that are under way fail at once. */
  close(): void {
    this.#isClosed = true;
    this.#agent.destroy();
  }

  #ask(message: Message): Promise<string> {
    const { search, body, headers, signal } = message;
    return new Promise((resolve, reject) => {
      const request = this.#send({
        ...this.#target,
        path: `/?${search}`,
        headers: {
          ...headers,
          authorization: this.#authorization,
          "user-agent": "footfall",
          "content-length": Buffer.byteLength(body),
        },
        ...(signal && { signal }),
      });
      request.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          text += part;
        });
        response.on("error", reject);
        response.on("end", () => {
          if (response.statusCode === 200) resolve(text);
          else reject(parseError(text));
        });
      });
      request.on("timeout", () => request.destroy(new Error("no answer in time")));
      request.on("error", (error: NodeJS.ErrnoException) => {
        // The server may end an idle connection at the moment when it is used again.
        const wasIdle = request.reusedSocket && error.code === "ECONNRESET";
        const isOver = this.#isClosed || signal?.aborted === true;
        if (wasIdle && !isOver) resolve(this.#ask(message));
        else reject(error);
      });
      request.end(body);
    });
  }
}

function searchOf(parameters: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) search.append(name, String(value));
  return search.toString();
}

function formOf(fields: Readonly<Record<string, string>>): Pick<Message, "body" | "headers"> {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([name, text]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return {
    body: `${parts.join("")}--${boundary}--\r\n`,
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  };
}

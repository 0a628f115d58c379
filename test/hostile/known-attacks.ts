import { gzipSync } from "node:zlib";

import { zip } from "../helpers/zip.ts";
import type { Fixtures } from "./fixtures.ts";
import { distinctHangul } from "./texts.ts";
import { type HostileRequest, type Parts, toWire, utf8 } from "./wire.ts";

/** A request whose harm grows with a size. */
export interface KnownAttack {
  readonly name: string;
  readonly sizeMax: number;
  readonly make: (size: number) => HostileRequest;
}

const json = "application/json";
const day = "from=2026-01-01&to=2026-01-31";

/** Returns requests that were once too much for a server, this one or another. */
export function knownAttacks({ apiKey, ids, domains }: Fixtures): KnownAttack[] {
  const [id = 0] = ids.kept;
  const [changed = 0] = ids.changed;
  const [domain = ""] = domains;
  const key = ["Authorization", `Bearer ${apiKey}`] as const;
  const attack = (
    name: string,
    sizeMax: number,
    partsOf: (size: number) => Parts,
  ): KnownAttack => ({
    name,
    sizeMax: Math.floor(sizeMax),
    make: (size) => ({ kind: name, wire: toWire(partsOf(size)) }),
  });
  const post = (target: string, type: string, body: string): Parts => ({
    method: "POST",
    target,
    headers: [key, ["Content-Type", type]],
    body: utf8(body),
  });
  const event = (fields: object) => post("/api/event", json, JSON.stringify(fields));
  const umami = (payload: object) =>
    post("/api/send", json, JSON.stringify({ type: "event", payload }));
  const bulk = (type: string, body: string) => post(`/api/v1/websites/${id}/events`, type, body);
  const patch = (fields: object): Parts => ({
    ...post(`/api/v1/websites/${changed}`, json, JSON.stringify(fields)),
    method: "PATCH",
  });
  const get = (target: string, ...headers: (readonly [string, string])[]): Parts => ({
    method: "GET",
    target,
    headers: [key, ...headers],
  });
  /** Requests on one connection whose sender waits for no answer. */
  const pipelined = (target: string): KnownAttack => {
    const name = `pipelined requests of ${target}`;
    const host = ["Host", "a"] as const;
    const one = `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`;
    const last = toWire({ method: "GET", target, headers: [host] });
    return {
      name,
      sizeMax: 50_000,
      make: (size) => ({ kind: name, wire: one.repeat(size - 1) + last }),
    };
  };
  const upload = (files: readonly UploadedFile[]): Parts => ({
    ...post(`/api/v1/websites/${id}/imports`, "multipart/form-data; boundary=b", ""),
    body: `${files.map(toPart).join("")}--b--\r\n`,
  });
  const page = `https://${domain}/`;
  const wideHost = 5_200;
  const bulkBytes = 5 * 1024 ** 2;
  return [
    attack("the API's document", 1, () => get("/openapi.json")),
    ...["/openapi.json", "/health", "/", `/shared/${domain}`, "/shared/a"].map(pipelined),
    attack("referrer with a wide host", wideHost, (size) =>
      event({ domain, url: page, referrer: `http://${distinctHangul(size)}` }),
    ),
    attack("address with a wide host", 660, (size) =>
      event({ domain, url: `http://${distinctHangul(size)}` }),
    ),
    attack("wide domain", wideHost, (size) => event({ domain: distinctHangul(size), url: page })),
    attack("wide domain in labels", 2_600, (size) => event({ d: "한.".repeat(size), u: page })),
    attack("Umami's wide hostname", wideHost, (size) =>
      umami({ hostname: distinctHangul(size), url: "/" }),
    ),
    attack("Umami's wide address", wideHost, (size) =>
      umami({ website: domain, hostname: domain, url: `http://${distinctHangul(size)}` }),
    ),
    attack("Umami's wide website", wideHost, (size) =>
      umami({ website: distinctHangul(size), url: "/" }),
    ),
    attack("wide domain of a new website", 21_000, (size) =>
      post("/api/v1/websites", json, JSON.stringify({ domain: distinctHangul(size) })),
    ),
    attack("wide domain in the path", 1_700, (size) =>
      get(`/shared/${encodeURIComponent(distinctHangul(size))}`),
    ),
    attack("props that are no values", 1, () =>
      event({ domain, url: page, props: { a: { toString: 1, valueOf: 1 } } }),
    ),
    attack("long name of a parameter in a link", 16_000, (size) =>
      event({ domain, url: page, name: "Outbound", props: { url: `/?${"a".repeat(size)}!b` } }),
    ),
    attack("long names of parameters in links in bulk", 300, (size) =>
      bulk(
        json,
        JSON.stringify(
          Array(size).fill({ url: page, name: "x", props: { url: `/?${"a".repeat(16_000)}!b` } }),
        ),
      ),
    ),
    attack("deep props", 7_000, (size) =>
      post(
        "/api/event",
        json,
        `{"domain":"${domain}","url":"${page}","props":{"a":${nested(size)}}}`,
      ),
    ),
    attack("Umami's deep data", 2_500, (size) =>
      post(
        "/api/send",
        json,
        `{"type":"event","payload":{"website":"${domain}","hostname":"${domain}","url":"/","data":${'{"a":'.repeat(size)}1${"}".repeat(size)}}}`,
      ),
    ),
    attack("Umami's deep list", 7_000, (size) =>
      post(
        "/api/send",
        json,
        `{"type":"event","payload":{"website":"${domain}","hostname":"${domain}","url":"/","data":{"a":${nested(size)}}}}`,
      ),
    ),
    attack("privacy that is no number", 30_000, (size) => ({
      ...patch({}),
      body: `{"privacy":${nested(size)}}`,
    })),
    attack("lone surrogate in a setting", 1, () => patch({ exclude_params: "\ud800" })),
    attack("many excluded addresses", 6_000, (size) =>
      patch({ exclude_ips: "10.0.0.1\n".repeat(size) }),
    ),
    attack("many addresses that are none", 30_000, (size) =>
      patch({ exclude_ips: "x\n".repeat(size) }),
    ),
    attack("NDJSON that is none", bulkBytes / 2, (size) =>
      bulk("application/x-ndjson", "x\n".repeat(size)),
    ),
    attack("NDJSON of empty lines", bulkBytes, (size) =>
      bulk("application/x-ndjson", "\n".repeat(size)),
    ),
    attack("a line of NDJSON without end", bulkBytes, (size) =>
      bulk("application/x-ndjson", "[".repeat(size)),
    ),
    attack("CSV as NDJSON", 200_000, (size) =>
      bulk("application/x-ndjson", "2026-01-01,/page,1\n".repeat(size)),
    ),
    attack("deep JSON in bulk", bulkBytes / 2, (size) => bulk(json, nested(size))),
    attack("many numbers in bulk", bulkBytes / 2 - 2, (size) =>
      bulk(json, `[${"0,".repeat(size)}0]`),
    ),
    attack("many objects in bulk", bulkBytes / 3 - 2, (size) =>
      bulk(json, `[${"{},".repeat(size)}{}]`),
    ),
    attack("many fields in bulk", 400_000, (size) =>
      bulk(json, `[{${Array.from({ length: size }, (_, i) => `"k${i}":0`).join(",")}}]`),
    ),
    attack("wide hosts in bulk", 1_000, (size) =>
      bulk(
        json,
        JSON.stringify(
          Array(size).fill({ url: page, referrer: `http://${distinctHangul(1_600)}` }),
        ),
      ),
    ),
    attack("one long text in bulk", bulkBytes / 3 - 100, (size) =>
      bulk(json, JSON.stringify([{ url: page, referrer: "한".repeat(size) }])),
    ),
    attack("wrong events in bulk", 1_000, (size) =>
      bulk(
        json,
        JSON.stringify(Array(size).fill({ url: 1, name: [], props: 0, revenue: {}, ip: "x" })),
      ),
    ),
    attack("long agents in bulk", 1_000, (size) =>
      bulk(
        json,
        JSON.stringify(
          Array.from({ length: size }, (_, i) => ({
            url: page,
            user_agent: `Mozilla/5.0 (${i} ${"Android 1; ".repeat(440)})`,
          })),
        ),
      ),
    ),
    attack("form of empty fields", 32_000, (size) =>
      post("/api/v1/websites", "application/x-www-form-urlencoded", "a&".repeat(size)),
    ),
    attack("form of one field", 21_000, (size) =>
      post("/session", "application/x-www-form-urlencoded", "key&".repeat(size / 1.4)),
    ),
    attack("query of many filters", 900, (size) =>
      get(`/api/v1/stats/${id}?name=page&${day}${"&filter[page]=a".repeat(size)}`),
    ),
    attack("query of distinct filters", 900, (size) =>
      get(
        `/api/v1/stats/${id}?name=page&${day}${Array.from({ length: size }, (_, i) => `&filter[${i}]=`).join("")}`,
      ),
    ),
    attack("query of nothing", 15_000, (size) => get(`/api/v1/stats/${id}?${"&".repeat(size)}`)),
    attack("long search", 15_000, (size) =>
      get(`/api/v1/stats/${id}?name=page&${day}&search=${"%25".repeat(size / 3)}`),
    ),
    attack("many cookies", 3_500, (size) =>
      get("/shared/x.example", ["Cookie", "a=b;".repeat(size)]),
    ),
    attack("many hops", 3_500, (size) => ({
      ...event({ domain, url: page }),
      headers: [
        ["Content-Type", json],
        ["X-Forwarded-For", "::1,".repeat(size)],
      ],
    })),
    attack("many languages", 3_500, (size) => ({
      ...event({ domain, url: page }),
      headers: [
        ["Content-Type", json],
        ["Accept-Language", "a-b,".repeat(size)],
      ],
    })),
    attack("many media types", 3_500, (size) =>
      get(`/api/v1/stats/${id}?name=page&${day}`, ["Accept", "a/b,".repeat(size)]),
    ),
    attack("long names of uploaded files", 100, (size) =>
      upload(Array<UploadedFile>(size).fill(["x".repeat(60_000), ""])),
    ),
    attack("an uploaded line without end", 2_000, (size) =>
      upload([["x.gz", Buffer.concat(Array<Buffer>(size).fill(mebibyteOfZeros))]]),
    ),
    attack("uploaded lines that are long", 100, (size) =>
      upload([["x.log", `${"[ ".repeat(32_000)}\n`.repeat(size)]]),
    ),
    attack("an uploaded archive of wide tables", 300, (size) =>
      upload([["x.zip", zip(Array.from({ length: size }, (_, nth) => wideTable(nth)))]]),
    ),
  ];
}

type UploadedFile = readonly [name: string, content: string | Buffer];

const mebibyteOfZeros = gzipSync(Buffer.alloc(1024 ** 2));
const wideHeader = Array.from({ length: 13_000 }, (_, nth) => nth.toString(36)).join(",");

function wideTable(nth: number) {
  return { name: `${nth}.csv`, content: wideHeader };
}

/** Returns the part of a form that has the file, every byte a character. */
function toPart([name, content]: UploadedFile): string {
  const disposition = `Content-Disposition: form-data; name="file"; filename="${name}"`;
  return `--b\r\n${disposition}\r\n\r\n${content.toString("latin1")}\r\n`;
}

function nested(depth: number): string {
  return "[".repeat(depth) + "]".repeat(depth);
}

import { type Static, type TSchemaOptions, Type } from "typebox";
import { readDoors } from "./choices.ts";
import { urlCharactersMax } from "./limits.ts";
import { oneOf } from "./text.ts";

const nullable = <S extends Parameters<typeof Type.Optional>[0]>(schema: S, said: TSchemaOptions) =>
  Type.Optional(Type.Union([schema, Type.Null()], said));

/** A request that a server has answered, as a middleware or a worker sends it. */
export const BulkRead = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: urlCharactersMax,
      description: "URL that was asked for, http or https.",
      examples: ["https://example.com/pricing"],
      errorMessage: `must be an http or https URL of at most ${urlCharactersMax.toLocaleString("en")} characters`,
    }),
    user_agent: Type.String({
      description: "User-Agent of the request.",
      examples: ["Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2)"],
      errorMessage: "must be text",
    }),
    ip: nullable(Type.String({ maxLength: 45 }), {
      description:
        "IP address of the client. It tells whether the reader is who it says, and is not stored.",
      examples: ["192.0.2.7"],
      errorMessage: "must be an IP address",
    }),
    status: nullable(Type.Integer({ minimum: 100, maximum: 599 }), {
      description: "Status of the answer.",
      examples: [200],
      errorMessage: "must be an HTTP status, 100 to 599",
    }),
    timestamp: nullable(Type.String({ maxLength: 40 }), {
      description:
        "Time of the request, ISO 8601, from 2000-01-01 to one day ahead; now if absent.",
      examples: ["2026-11-20T09:30:00Z"],
      errorMessage: "must be an ISO 8601 date and time",
    }),
    method: nullable(Type.String({ maxLength: 40 }), {
      description: "Method of the request, GET if absent. All but GET and HEAD are no reads.",
      examples: ["GET"],
      errorMessage: "must be text of at most 40 characters",
    }),
    door: Type.Optional(
      oneOf(readDoors.slice(1) as ["log", "api"], {
        default: "api",
        description: "`log` for the line of an access log.",
        examples: ["api"],
      }),
    ),
  },
  {
    title: "BulkRead",
    description: "A request to the website that may be a read. Browsers' requests are none.",
  },
);
export type BulkRead = Static<typeof BulkRead>;

export const BulkReadOutcome = Type.Object(
  {
    reads: Type.Integer({ minimum: 0, description: "Requests that are reads.", examples: [17] }),
    not_reads: Type.Integer({
      minimum: 0,
      description:
        "Requests that are none: of browsers, for other hosts, by other methods, of images, styles, scripts and fonts, or from excluded addresses.",
      examples: [3],
    }),
  },
  { title: "BulkReadOutcome", description: "What became of the requests." },
);
export type BulkReadOutcome = Static<typeof BulkReadOutcome>;

import type { FastifyRequest } from "fastify";
import type { AccessLookup } from "../../access/access-set.ts";
import type { FieldErrors } from "../../base/errors.ts";
import type { Contents, Kind } from "../../definitions/definition.ts";
import type { DefinitionSet } from "../../definitions/definition-set.ts";
import type { LastResult } from "../../notifications/deliveries/last-results.ts";
import type { DefinitionSchemas } from "./definition-operations.ts";

/** The way in which the API shows a kind of definition. */
export interface Resource<K extends Kind> {
  readonly kind: K;
  /** The part of the path: `goals`. */
  readonly path: string;
  readonly schemas: DefinitionSchemas;
  /** The fields that a client sets, in the order of the record. */
  readonly fields: readonly string[];
  /** The words for a body whose unknown fields are refused, such as "a condition". */
  readonly refusesUnknown?: string;
  /** The fields of the record between its id and its times, if they are others. */
  readonly shownFields?: readonly string[];
  /** Returns the fields of a body that stand for a content, if they have other names. */
  readonly toBody?: (content: Contents[K]) => object;
  /** Returns the content in the fields of a body that `schemas.create` allows. */
  readonly toContent: (body: never, making: Making<K>) => Contents[K];
  /**
   * Returns the errors of a content that the schema cannot find, given the website's definitions.
   */
  readonly errors?: (
    content: Contents[K],
    definitions: DefinitionSet,
    context: CheckingContext,
  ) => FieldErrors;
  /** Returns the fields of which the audit list tells only whether they have changed. */
  readonly hidden?: (content: Contents[K]) => Fields;
  /** Returns the fields as the API shows them to a client, or without one, in the audit list. */
  readonly show: (content: Contents[K], client?: Client) => object;
}

/** A client that is shown a definition. */
export interface Client {
  readonly request: FastifyRequest;
  /** The result of the last message of the definition, if it has any. */
  readonly last: LastResult | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The things that a content is checked with beside the website's definitions. */
export interface CheckingContext {
  readonly websiteId: number;
  /** The people and webhooks that a content may name. */
  readonly access: AccessLookup;
  readonly nowMs: number;
}

/** The things that a content follows from beside the fields of a body. */
export interface Making<K extends Kind> {
  readonly websiteId: number;
  /** Undefined if the definition is new. */
  readonly before: Contents[K] | undefined;
  /** That of the password in the body; undefined if the body has none. */
  readonly passwordHash: string | undefined;
}

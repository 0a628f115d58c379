export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: Schema;
}

interface Content {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { value: object }>>;
}

export interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, Content>>;
  /** Content that clients have if they ask for it. */
  readonly "x-content"?: Readonly<Record<string, Content>>;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly object[];
  /** Without references: `operationsOf` has followed them. */
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** The parts of `GET /openapi.json` that tests look at. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { properties: Readonly<Record<string, Schema>> }>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Answer>>;
  };
}

const parameterReference = /^#\/components\/parameters\//;

/**
 * Returns a map from `GET /health`, and every other operation's name, to the operation, with its
 * parameters in the places of references to them.
 */
export function operationsOf({ paths, components }: ApiDocument): Map<string, Operation> {
  const parameterOf = (parameter: Parameter & { readonly $ref?: string }) =>
    components.parameters[parameter.$ref?.replace(parameterReference, "") ?? ""] ?? parameter;
  const entries = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      {
        ...operation,
        ...(operation.parameters && { parameters: operation.parameters.map(parameterOf) }),
      },
    ]),
  );
  return new Map(entries);
}

/** Returns every object within the value, and the value itself if it is an object. */
export function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Readonly<Record<string, unknown>>, ...inner];
}

/** A question that is refused. Its text is for the client. */
export class Refused extends Error {
  readonly status: number;
  /** The text with the API's sentence in front, where that names fields. */
  readonly fullText: string;

  constructor(text: string, status = 400, fullText = text) {
    super(text);
    this.status = status;
    this.fullText = fullText;
  }
}

/** Throws `Refused` with the text if something that must hold does not. */
export function demand(holds: unknown, text: string): asserts holds {
  if (!holds) throw new Refused(text);
}

/** Asks the API as the caller, by GET. */
type Ask = (
  path: string,
  query: URLSearchParams,
) => Promise<{ readonly status: number; readonly body: Body }>;

interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape, which the API describes
  readonly data: any;
  readonly meta?: { readonly total?: number; readonly imports?: { readonly days: number } };
  readonly message?: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** A website as far as it matters here. */
export interface Site {
  readonly id: number;
  readonly domain: string;
  readonly timezone: string;
}

/** A row of one of the API's lists. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Rows of a list at most: each page of them is a question of its own. */
const rowsMax = 10_000;
const pageRows = 100;

/** Our API, as those who translate questions of other products ask it. */
export class Api {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Resolves with an answer. Throws `Refused` with what the API says against the question. */
  async get(path: string, query = new URLSearchParams()): Promise<Body> {
    const { status, body } = await this.#ask(path, query);
    if (status < 400) return body;
    const { message = "", errors = {} } = body;
    const fields = Object.entries(errors).map(([name, texts]) => `${name} ${texts.join(", ")}`);
    throw new Refused(fields.join(". ") || message, status, [message, ...fields].join(". "));
  }

  /**
   * Resolves with the rows of a list, or with the first ones, and with how many there are. Throws
   * `Refused` if all are asked for and too many.
   */
  async list<Listed = Row>(path: string, query: URLSearchParams, limit?: number) {
    const rows: Listed[] = [];
    for (let page = 1; ; page += 1) {
      const paged = [...query, ["per_page", String(pageRows)], ["page", String(page)]];
      const { data, meta } = await this.get(path, new URLSearchParams(paged));
      rows.push(...data);
      const total = meta?.total ?? 0;
      const isRead = limit !== undefined || total <= rowsMax;
      demand(isRead, `There are ${total} values, and at most ${rowsMax} can be read`);
      if (data.length < pageRows || rows.length >= (limit ?? total)) return { rows, total };
    }
  }
}

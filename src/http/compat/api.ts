/** A question that is refused. Its text is for the client. */
export class Refused extends Error {
  readonly status: number;

  constructor(text: string, status = 400) {
    super(text);
    this.status = status;
  }
}

/** Throws `Refused` with the text if something that must hold does not. */
export function demand(holds: unknown, text: string): asserts holds {
  if (!holds) throw new Refused(text);
}

/** Asks the API as the caller, by GET. Resolves with the status and the text of the answer. */
export type Ask = (
  path: string,
  query: URLSearchParams,
) => Promise<{ readonly status: number; readonly body: string }>;

interface Body {
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape, which the API describes
  readonly data: any;
  readonly meta?: {
    readonly total?: number;
    readonly count?: number;
    readonly visitors?: number;
    readonly imports?: { readonly days: number };
  };
}

/** A row of one of the API's lists. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Rows of a list at most: each page of them is a question of its own. */
const rowsMax = 10_000;

/** Our API, as those who translate questions of other products ask it. */
export class Api {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Resolves with an answer. Throws `Refused` with what the API says against the question. */
  async get(path: string, query = new URLSearchParams()): Promise<Body> {
    const { status, body } = await this.#ask(path, query);
    const answer = JSON.parse(body);
    if (status < 400) return answer;
    const { message, errors = {} } = answer;
    const fields = Object.entries(errors).map(([name, texts]) => `${name} ${texts}`);
    throw new Refused(fields.join(". ") || message, [404, 422].includes(status) ? 400 : status);
  }

  /** Resolves with all rows of a list. Throws `Refused` if there are too many. */
  async rows(path: string, query: URLSearchParams): Promise<Row[]> {
    const rows: Row[] = [];
    for (let page = 1, total = 1; rows.length < total; page += 1) {
      const paged = new URLSearchParams([...query, ["per_page", "100"], ["page", String(page)]]);
      const { data, meta } = await this.get(path, paged);
      rows.push(...data);
      total = data.length === 0 ? 0 : (meta?.total ?? 0);
      demand(total <= rowsMax, `There are ${total} values, and at most ${rowsMax} can be read`);
    }
    return rows;
  }
}

import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";

/** What the dashboard's script shows. */
export type PageView = "websites" | "sign-in" | "owner" | "shared" | "locked" | "not-found";

export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
}

/** The built dashboard, in memory: it is small, and the threads that read files are those that write events. */
export interface DashboardFiles {
  page(view: PageView): string;
  /** File name → what it holds. */
  readonly assets: ReadonlyMap<string, Asset>;
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Where the template says what to show. */
const viewAttribute = /\bdata-view="[^"]*"/;

/** Reads the built dashboard; undefined where there is none. */
export async function readDashboard(directory: string): Promise<DashboardFiles | undefined> {
  const template = await unlessAbsent(readFile(join(directory, "index.html"), "utf8"));
  if (template === undefined) return undefined;
  if (!viewAttribute.test(template)) throw new Error(`${directory}/index.html has no data-view`);
  const names = (await unlessAbsent(readdir(join(directory, "assets")))) ?? [];
  const assets = names.map(async (name): Promise<[string, Asset]> => {
    const bytes = await readFile(join(directory, "assets", name));
    return [name, { type: types[extname(name)] ?? "application/octet-stream", bytes }];
  });
  return {
    page: (view) => template.replace(viewAttribute, `data-view="${view}"`),
    assets: new Map(await Promise.all(assets)),
  };
}

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

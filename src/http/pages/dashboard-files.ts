import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";

import { basePathOf } from "../../base/base-path.ts";
import { html } from "../../base/html.ts";
import type { Language } from "../../base/languages.ts";
import { type Asset, readAsset } from "../answers/assets.ts";
import { reloadScript } from "./reload-script.ts";

/** The view that the dashboard's script shows on a page. */
export type PageView =
  | "websites"
  | "account"
  | "sign-in"
  | "invitation"
  | "reset"
  | "start"
  | "owner"
  | "shared"
  | "locked"
  | "not-found";

/** The ways to sign in, beside an API key. */
export interface SignInWays {
  /** Whether people sign in with an e-mail address and a password. */
  readonly hasPeople: boolean;
  /** The text of the button that signs in with the provider, if there is one. */
  readonly oidcName?: string | undefined;
}

/** The facts that a page says beside its view. */
export interface PageDetails extends SignInWays {
  readonly language?: Language | null | undefined;
}

/**
 * The built dashboard, in memory: it is small, and the threads that would read its files are the
 * threads that write events.
 */
export interface DashboardFiles {
  /**
   * Returns the HTML of a page with this view. It also says which language the caller has chosen,
   * and the page to sign in, in which ways.
   */
  page(view: PageView, more?: Partial<PageDetails>): string;
  /** File name → content. */
  readonly assets: ReadonlyMap<string, Asset>;
  /**
   * Returns the answer to a request for a file of another release, if there is one: a script that
   * reloads the page, or the style of this release. Nobody may cache it.
   */
  substituteFor(name: string): Asset | undefined;
}

/** A file name with a hash, as the build makes them. */
const hashedName = /^([\w-]+)-[\w-]{8}\.(css|js)$/;
/** The attribute of the template that names the view. */
const viewAttribute = /\bdata-view="[^"]*"/;

/**
 * Resolves with the built dashboard, or undefined if there is no `index.html` with a view
 * attribute. The pages say what `BASE_URL` is, if there is one, and whether they are a demo's.
 */
export async function readDashboard(
  directory: string,
  { isDemo = false, baseUrl }: { isDemo?: boolean | undefined; baseUrl?: string | undefined } = {},
): Promise<DashboardFiles | undefined> {
  const file = (await unlessAbsent(readFile(join(directory, "index.html"), "utf8"))) ?? "";
  // The build writes the addresses of assets as relative ones.
  const template = file.replaceAll('="./', `="${basePathOf(baseUrl)}/`);
  if (!viewAttribute.test(template)) return undefined;
  const folder = join(directory, "assets");
  const entries = (await unlessAbsent(readdir(folder, { withFileTypes: true }))) ?? [];
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const baseAttribute = baseUrl === undefined ? "" : html` data-base-url="${baseUrl}"`.markup;
  const serverAttributes = `${baseAttribute}${isDemo ? " data-demo" : ""}`;
  const assets = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readAsset(join(folder, name))] as const),
    ),
  );
  return {
    page: (view, more) =>
      template.replace(
        viewAttribute,
        () => `data-view="${view}"${attributesOf(more)}${serverAttributes}`,
      ),
    assets,
    substituteFor(name) {
      const [, stem, extension] = hashedName.exec(name) ?? [];
      if (extension === "js") return reloadAsset;
      const isSame = (other: string) => hashedName.exec(other)?.[1] === stem;
      const own = names.find((other) => extname(other) === `.${extension}` && isSame(other));
      return own === undefined ? undefined : assets.get(own);
    },
  };
}

function attributesOf({
  hasPeople = false,
  oidcName,
  language,
}: Partial<PageDetails> = {}): string {
  const oidc = oidcName === undefined ? "" : html` data-oidc="${oidcName}"`.markup;
  const chosen = language ? ` data-language="${language}"` : "";
  return `${hasPeople ? " data-people" : ""}${oidc}${chosen}`;
}

const reloadAsset: Asset = {
  type: "text/javascript; charset=utf-8",
  bytes: Buffer.from(reloadScript),
  gzipped: undefined,
};

async function unlessAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface Bom {
  readonly components: readonly Component[];
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly object[];
}

interface Locked {
  readonly version: string;
  readonly license?: string;
  /** Whether only tools need the package. */
  readonly dev?: boolean;
}

type Packages = Readonly<Record<string, Locked>>;

/**
 * Resolves with the bill of materials of a checkout, in CycloneDX: the packages that run, or are in
 * what runs, with versions, licences and hashes. It needs no network.
 */
export async function makeSbom(checkout: string): Promise<string> {
  const readJson = async (name: string) => JSON.parse(await readFile(join(checkout, name), "utf8"));
  const { devDependencies: _, ...manifest } = await readJson("package.json");
  const lockFile = await readJson("package-lock.json");
  const packages = withoutTools(lockFile.packages);
  const bom = await sbomOf(manifest, { ...lockFile, packages });
  const components = bom.components.map((component) => withLicence(component, packages));
  return `${JSON.stringify({ ...bom, components }, undefined, 2)}\n`;
}

/** `npm sbom --omit=dev` also leaves out what both the program and a tool need. */
function withoutTools({ "": root, ...packages }: Packages): Packages {
  const needed = Object.entries(packages).filter(([, { dev }]) => dev !== true);
  return {
    "": { ...root, devDependencies: {} } as unknown as Locked,
    ...Object.fromEntries(needed),
  };
}

async function sbomOf(manifest: { readonly name: string }, lockFile: object): Promise<Bom> {
  const temporary = await mkdtemp(join(tmpdir(), "footfall-sbom-"));
  try {
    // npm takes the name of the directory for that of the package.
    const cwd = join(temporary, manifest.name);
    await mkdir(cwd, { recursive: true });
    await writeFile(join(cwd, "package.json"), JSON.stringify(manifest));
    await writeFile(join(cwd, "package-lock.json"), JSON.stringify(lockFile));
    const flags = ["--package-lock-only", "--sbom-format=cyclonedx", "--sbom-type=application"];
    const text = execFileSync("npm", ["sbom", ...flags], { cwd, maxBuffer: 2 ** 26 });
    return JSON.parse(text.toString());
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Adds a licence that has no SPDX identifier, which npm leaves out. */
function withLicence(component: Component, packages: Packages): Component {
  if (component.licenses !== undefined) return component;
  const { name, version } = component;
  const entry = Object.entries(packages).find(
    ([path, locked]) => path.endsWith(`node_modules/${name}`) && locked.version === version,
  );
  const licence = entry?.[1].license;
  if (licence === undefined) throw new Error(`the lock file has no licence of ${name}`);
  return { ...component, licenses: [{ license: { name: licence } }] };
}

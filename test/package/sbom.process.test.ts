import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";

import { makeSbom } from "../../package/release/sbom.ts";
import { packageFile } from "../../src/base/package-file.ts";

interface Component {
  readonly type: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly "bom-ref": string;
  readonly licenses: readonly object[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

interface Bom {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly version: number;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: string[] }[];
}

let bom: Bom;
beforeAll(async () => {
  bom = JSON.parse(await makeSbom(packageFile("")));
});

const readText = (path: string) => readFile(packageFile(path), "utf8");

test("it has what CycloneDX requires, and is about the server's package", async () => {
  const { name, version } = JSON.parse(await readText("package.json"));

  expect(bom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5", version: 1 });
  expect(bom.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(bom.metadata.component).toMatchObject({ type: "application", name, version });
  const refs = [bom.metadata.component, ...bom.components].map((each) => each["bom-ref"]);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bom.dependencies.map(({ ref }) => ref).sort()).toEqual(refs.sort());
});

test("each package has its version, its licence and its address in the registry", () => {
  for (const { type, name, version, purl, licenses, hashes = [] } of bom.components) {
    expect({ name, type }).toEqual({ name, type: "library" });
    expect(purl).toBe(`pkg:npm/${name.replace("@", "%40")}@${version}`);
    expect(licenses, name).toEqual([
      expect.objectContaining(
        "expression" in (licenses[0] ?? {})
          ? { expression: expect.any(String) }
          : { license: expect.toSatisfy((one: object) => "id" in one || "name" in one) },
      ),
    ]);
    for (const { alg, content } of hashes) {
      expect({ alg, length: content.length }).toEqual({ alg: "SHA-512", length: 128 });
    }
  }
});

test("it lists what package.json says that the program needs, and no tool", async () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
    await readText("package.json"),
  );
  const names = bom.components.map(({ name }) => name);

  expect(names).toEqual(
    expect.arrayContaining(Object.keys({ ...dependencies, ...optionalDependencies })),
  );
  expect(Object.keys(devDependencies).filter((name) => names.includes(name))).toEqual([]);
});

test.each(["dist/licenses.md", "dist/dashboard/licenses.md"])(
  "it lists every package that the build holds, as %s names them",
  async (path) => {
    const built = [...(await readText(path)).matchAll(/^## (\S+) - (\S+) \(/gm)];
    const held = built.map(([, name, version]) => `${name}@${version}`);
    const listed = bom.components.map(({ name, version }) => `${name}@${version}`);

    expect(held).not.toEqual([]);
    expect(held.filter((each) => !listed.includes(each))).toEqual([]);
  },
);

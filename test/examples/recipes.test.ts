import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

import { Config, readConfig } from "../../src/base/config.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, root), "utf8");
// biome-ignore lint/suspicious/noExplicitAny: files of every shape
const readYaml = async (path: string): Promise<any> => parse(await read(path));

const { version } = JSON.parse(await read("package.json"));
const settings = Object.keys(Config.properties);
const { PORT, stopSeconds } = readConfig({});
const [, dataDirectory = ""] = /^VOLUME (\S+)$/m.exec(await read("Dockerfile")) ?? [];
const ours = (await readYaml("docker-compose.yml")).services;
/** The settings that nobody changes in a container: the image has them, but no embedded engine. */
const ofTheImage = ["HOST", "PORT", "DATA_DIR"];
const inContainers = settings.filter((name) => !ofTheImage.includes(name)).sort();

/** Returns the names that are no settings of Footfall. */
const unknown = (names: readonly string[]) => names.filter((name) => !settings.includes(name));

test.each([
  ["docker-compose.yml", "footfall"],
  ["docker-compose.cluster.yml", "footfall-1"],
])("%s passes all settings on", async (file, service) => {
  const { services } = parse(await read(file), { merge: true });
  expect(Object.keys(services[service].environment)).toEqual(inContainers);
});

describe.each(["coolify", "dokploy"])("examples/%s", async (name) => {
  const { services, volumes } = await readYaml(`examples/${name}/docker-compose.yml`);

  test("says how to find the volumes for a backup", async () => {
    const filters = Object.keys(volumes).map((volume) => `--filter name=${volume}`);
    const readme = await read(`examples/${name}/README.md`);
    expect(readme).toContain(`\ndocker volume ls --quiet ${filters.join(" ")}\n`);
  });

  test("passes all settings on, and has port and volume of the image", async () => {
    const names = services.footfall.environment.map((line: string) => line.split("=")[0]);
    expect(names.filter((each: string) => !each.startsWith("SERVICE_"))).toEqual(inContainers);
    expect(services.footfall.volumes).toEqual([`footfall-data:${dataDirectory}`]);
    const text = await read(
      `examples/${name}/${name === "coolify" ? "docker-compose.yml" : "template.toml"}`,
    );
    expect(text).toMatch(name === "coolify" ? `SERVICE_URL_FOOTFALL_${PORT}` : `port = ${PORT}\n`);
  });

  test("is as safe, limited and pinned as docker-compose.yml", () => {
    for (const [service, keys] of [
      ["footfall", ["user", "read_only", "tmpfs", "mem_limit", "cap_drop", "security_opt"]],
      ["footfall", ["stop_grace_period", "depends_on"]],
      ["clickhouse", ["image", "user", "mem_limit", "security_opt", "ulimits", "healthcheck"]],
    ] as const) {
      for (const key of keys) expect(services[service][key]).toEqual(ours[service][key]);
    }
    const check = JSON.stringify(ours.footfall.healthcheck);
    const tracker = check.replace("/health'", "/js/script.js'");
    expect(JSON.stringify(services.footfall.healthcheck)).toBe(tracker);
  });
});

test("examples/dokploy gives every variable that its compose file needs", async () => {
  const compose = await read("examples/dokploy/docker-compose.yml");
  const [, env = ""] = (await read("examples/dokploy/template.toml")).split("[config.env]\n");
  const given = [...env.matchAll(/^(\w+) = ".*"$/gm)].map(([, name]) => name);
  const asked = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
  const needed = [...compose.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  expect(asked).toEqual(expect.arrayContaining(given));
  expect(given).toEqual(expect.arrayContaining(needed));
  expect(env).toContain(`FOOTFALL_IMAGE = "footfall:${version}"`);
});

describe("examples/helm", async () => {
  const chart = await readYaml("examples/helm/Chart.yaml");
  const values = await readYaml("examples/helm/values.yaml");
  const schema = JSON.parse(await read("examples/helm/values.schema.json"));
  const workload = await read("examples/helm/templates/statefulset.yaml");

  test("has the version of the product", () => {
    expect([chart.version, chart.appVersion]).toEqual([version, version]);
  });

  test("has a schema of each value, and no image of its own", () => {
    for (const [name, part] of Object.entries<object>(values)) {
      expect(schema.properties).toHaveProperty(name);
      const inner = schema.properties[name].properties;
      if (inner !== undefined) expect(Object.keys(inner)).toEqual(Object.keys(part));
    }
    expect([values.image.repository, values.baseUrl, values.secret]).toEqual(["", "", ""]);
    expect(schema.required).toEqual(["image", "baseUrl", "secret"]);
  });

  test.each(await readdir(new URL("examples/helm/templates/", root)))(
    "%s uses only values that there are, and is YAML with them",
    async (file) => {
      const template = await read(`examples/helm/templates/${file}`);
      for (const [, path = ""] of template.matchAll(/\.Values\.([\w.]+)/g)) {
        expect(values).toHaveProperty(path);
      }
      const filled = template.replaceAll(/^ *\{\{-.*\n/gm, "").replaceAll(/\{\{ [^{}]+ \}\}/g, "x");
      expect(filled).not.toMatch(/[{}]/);
      expect(parse(filled)).toHaveProperty("metadata.name", "x");
    },
  );

  test("names settings that there are, and port and volume of the image", () => {
    const names = [...workload.matchAll(/^ +- name: ([A-Z_]+)$/gm)].map(([, name = ""]) => name);
    expect(names).toEqual(["BASE_URL"]);
    expect(unknown([...names, ...Object.keys(values.settings)])).toEqual([]);
    expect(workload).toContain(`containerPort: ${PORT}\n`);
    expect(values.service.port).toBe(PORT);
    expect(workload).toContain(`mountPath: ${dataDirectory}\n`);
  });

  test("runs without root on a read-only root file system, and has time to stop", () => {
    for (const line of [
      "runAsNonRoot: true",
      "readOnlyRootFilesystem: true",
      "drop: [ALL]",
      "allowPrivilegeEscalation: false",
      "automountServiceAccountToken: false",
    ]) {
      expect(workload).toContain(line);
    }
    const [, seconds] = /terminationGracePeriodSeconds: (\d+)/.exec(workload) ?? [];
    expect(Number(seconds)).toBeGreaterThan(stopSeconds);
    expect(values.resources.limits.memory).toBe("2Gi");
  });
});

describe("examples/ansible", async () => {
  const role = "examples/ansible/roles/footfall";
  const defaults = await readYaml(`${role}/defaults/main.yml`);
  const template = await read(`${role}/templates/footfall.env.j2`);

  test("has version and port of the product", () => {
    expect([defaults.footfall_version, defaults.footfall_port]).toEqual([version, PORT]);
  });

  test("has a play for the host that the command names, and says the version once", async () => {
    const [play] = await readYaml("examples/ansible/playbook.yml");
    expect(play.hosts).toBe("all");
    expect(Object.keys(play.roles[0])).toEqual(["role", "footfall_base_url"]);
    const file = "footfall-analytics-server-{{ footfall_version }}.tgz";
    expect(defaults.footfall_package).toBe(file);
  });

  test("names settings and variables that there are", async () => {
    const names = [...template.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
    expect(unknown([...names, ...Object.keys(defaults.footfall_settings)])).toEqual([]);
    const tasks = await read(`${role}/tasks/main.yml`);
    const registered = await readYaml(`${role}/tasks/main.yml`);
    const known = [
      ...Object.keys(defaults),
      ...registered.flatMap(({ register }: { register?: string }) => register ?? []),
    ];
    const used = [...(tasks + template).matchAll(/\bfootfall_\w+/g)].map(([name]) => name);
    expect(used.filter((name) => !known.includes(name))).toEqual([]);
  });

  test("takes the unit from where the package has it", async () => {
    const tasks = await read(`${role}/tasks/main.yml`);
    const unit = await read("package/footfall.service");
    const [, command = ""] = /^ExecStart=(\S+)$/m.exec(unit) ?? [];
    const [, file = ""] = /^EnvironmentFile=-(\S+)$/m.exec(unit) ?? [];
    expect(tasks).toContain("@footfall-analytics/server/package/footfall.service");
    expect(tasks).toContain(`src: ${command}\n`);
    expect(tasks).toContain(`dest: ${file}\n`);
  });
});

describe("examples/nixos", async () => {
  const module = await read("examples/nixos/module.nix");
  const unit = await read("package/footfall.service");

  test("has version, port and settings of the product", async () => {
    const expression = await read("examples/nixos/package.nix");
    expect(expression).toContain(`version = "${version}";`);
    expect(module).toContain(`default = ${PORT};`);
    const names = [...module.matchAll(/^ +([A-Z_]{4,}) =/gm)].map(([, name = ""]) => name);
    expect(unknown(names)).toEqual(["NODE_ENV"]);
  });

  test("restricts the service as the unit of the package does", () => {
    const plain = { yes: "true", no: "false" };
    const skipped = /^(Type|User|Group|Environment\w*|ExecStart|KillSignal|OOMPolicy)$/;
    const [, service = ""] = unit.split("[Service]");
    for (const [, name = "", value = ""] of service.matchAll(/^(\w+)=(.*)$/gm)) {
      if (skipped.test(name) || name === "WantedBy") continue;
      const text = plain[value as keyof typeof plain] ?? value;
      const words = text.split(" ").map((word) => `"${word}"`);
      const forms = [text, `"${text}"`, `[ ${words.join(" ")} ]`];
      expect(
        forms.some((form) => module.includes(`${name} = ${form};`)),
        name,
      ).toBe(true);
    }
  });
});

test("each recipe says which version it is of", async () => {
  for (const name of ["helm", "nixos", "coolify", "dokploy", "ansible"]) {
    expect(await read(`examples/${name}/README.md`)).toContain(version);
  }
});

test("a container that follows logs is not asked for its health as a server is", async () => {
  const [command = ""] =
    /^docker run(?:.*\\\n)+.*$/m.exec(await read("examples/follow/README.md")) ?? [];
  expect(command).toMatch(/ --no-healthcheck .* YOUR_IMAGE .* follow --website /s);
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { readConfig } from "../src/config.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const dockerfile = read("Dockerfile").replaceAll(/\\\n\s*/g, "");
const compose = read("docker-compose.yml").replaceAll(/^\s*#.*\n/gm, "");
const ignored = read(".dockerignore").split("\n").filter(Boolean);

/** Returns the text under a key of the given depth. */
function section(text: string, key: string, depth: number): string {
  const indent = " ".repeat(depth * 2);
  const lines = text.split("\n");
  const start = lines.indexOf(`${indent}${key}:`);
  if (start === -1) throw new Error(`docker-compose.yml has no ${key}`);
  const end = lines.findIndex(
    (line, i) => i > start && /\S/.test(line) && !line.startsWith(`${indent} `),
  );
  return lines.slice(start + 1, end === -1 ? undefined : end).join("\n");
}

const services = section(compose, "services", 0);
const service = (name: string) => section(services, name, 1);
const instructions = (name: string) =>
  dockerfile.split("\n").filter((line) => line.startsWith(`${name} `));

describe("the image", () => {
  test("is built on a pinned major version of Node", () => {
    const images = instructions("FROM").map((line) => line.split(" ")[1]);
    expect(new Set(images)).toEqual(new Set(["node:22-bookworm-slim"]));
  });

  test("runs the built program, not through a shell, as a user that is not root", () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^USER node$/m);
    expect(last).toMatch(/^ENTRYPOINT \["node", .*"dist\/main\.js"\]$/m);
    expect(last.indexOf("USER node")).toBeLessThan(last.indexOf("ENTRYPOINT"));
    expect(last.slice(last.indexOf("USER node"))).not.toMatch(/^(RUN|USER root)/m);
  });

  test("gives Node the options that `npm start` gives it", () => {
    const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
    const { scripts } = JSON.parse(read("package.json")) as { scripts: { start: string } };

    expect(entry.filter((word) => word.startsWith("--"))).not.toEqual([]);
    expect(scripts.start.endsWith(` && exec ${entry.join(" ")}`)).toBe(true);
  });

  test("holds what the lock file says, without what only the build needs", () => {
    expect(dockerfile).toMatch(/RUN npm ci$/m);
    expect(dockerfile).toContain("npm prune --omit=dev");
    expect(dockerfile).not.toMatch(/npm (install|i) /);
  });

  test("is stopped with the signal that Footfall stops on", () => {
    expect(instructions("STOPSIGNAL")).toEqual(["STOPSIGNAL SIGTERM"]);
  });

  test("asks /health for its health, with Node and not through a shell", () => {
    const [check = "", ...more] = instructions("HEALTHCHECK");
    expect(more).toEqual([]);
    const command: unknown = JSON.parse(check.slice(check.indexOf("CMD ") + 4));
    expect(command).toEqual(["node", "-e", expect.stringContaining("/health")]);
  });

  test("is told no secret", () => {
    expect(dockerfile).not.toMatch(/API_KEYS|PASSWORD|CLICKHOUSE_URL|SECRET|TOKEN/i);
    expect(instructions("ARG")).toEqual([]);
  });

  test("sees only what it is built from", () => {
    const admitted = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const copied = instructions("COPY")
      .filter((line) => !line.includes("--from"))
      .flatMap((line) => line.split(" ").slice(1, -1));
    expect(ignored).toContain("*");
    expect(new Set(copied)).toEqual(new Set(admitted));
  });
});

describe("docker-compose.yml", () => {
  test("limit the memory of each container", () => {
    for (const name of ["footfall", "clickhouse"]) {
      expect(service(name)).toMatch(/^ {4}mem_limit: \$\{\w+_MEMORY:-\d+g\}$/m);
    }
    expect(service("footfall")).toContain("- /tmp:size=64m");
  });

  test("pins the version of ClickHouse", () => {
    expect(service("clickhouse")).toMatch(/^ {4}image: clickhouse\/clickhouse-server:26\.7$/m);
    expect(compose).not.toMatch(/image: \S+:latest|image: [^:\s]+$/m);
  });

  test("has no password of its own: it must be given", () => {
    const uses = compose.match(/\$\{CLICKHOUSE_PASSWORD[^}]*\}/g) ?? [];
    expect(uses.length).toBe(2);
    for (const use of uses) expect(use).toMatch(/^\$\{CLICKHOUSE_PASSWORD:\?.+\}$/);
    expect(compose).not.toMatch(/PASSWORD: [^$]/);
    expect(compose).toMatch(/API_KEYS: \$\{API_KEYS:-\}$/m);
  });

  test.each(["footfall", "clickhouse"])("%s runs without root and gains no privileges", (name) => {
    expect(service(name)).toMatch(/^ {4}user: (node|"101:101")$/m);
    expect(service(name)).toContain("- no-new-privileges:true");
    expect(service(name)).not.toMatch(/privileged|cap_add/);
  });

  test.each(["footfall", "clickhouse"])("%s has a health check and a volume", (name) => {
    expect(section(service(name), "healthcheck", 2)).toContain("test:");
    expect(section(service(name), "volumes", 2)).toMatch(/- [\w-]+:\/var\/lib\/\w+/);
  });

  test("Footfall waits until ClickHouse is healthy", () => {
    const condition = section(section(services, "footfall", 1), "depends_on", 2);
    expect(condition).toMatch(/clickhouse:\s+condition: service_healthy/);
  });

  test("Footfall's root file system is read-only, and it has no capabilities", () => {
    expect(service("footfall")).toMatch(/^ {4}read_only: true$/m);
    expect(section(service("footfall"), "cap_drop", 2).trim()).toBe("- ALL");
  });

  test("ClickHouse is reachable from nowhere but Footfall", () => {
    expect(service("clickhouse")).not.toMatch(/ports:|network_mode|expose:/);
    expect(section(service("clickhouse"), "networks", 2).trim()).toBe("- store");
    expect(section(section(compose, "networks", 0), "store", 1).trim()).toBe("internal: true");
  });

  test("Footfall is published on the loopback address unless told otherwise", () => {
    const published = section(service("footfall"), "ports", 2).trim();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose's own syntax
    expect(published).toBe('- "${FOOTFALL_ADDRESS:-127.0.0.1}:${FOOTFALL_PORT:-8080}:8080"');
  });

  test("ClickHouse may open enough files, and Footfall has time to stop", () => {
    expect(section(section(services, "clickhouse", 1), "ulimits", 2)).toMatch(/soft: 262144/);
    const graceS = /stop_grace_period: (\d+)s/.exec(service("footfall"))?.[1];
    expect(Number(graceS)).toBeGreaterThan(readConfig({}).STOP_SECONDS);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { readConfig } from "../src/base/config.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const dockerfile = read("Dockerfile").replaceAll(/\\\n\s*/g, "");
const withoutComments = (text: string) => text.replaceAll(/^\s*#.*\n/gm, "");
const compose = withoutComments(read("docker-compose.yml"));
const ignored = read(".dockerignore").split("\n").filter(Boolean);

/** Returns the text under a key of the given depth. */
function section(text: string, key: string, depth: number): string {
  const indent = " ".repeat(depth * 2);
  const lines = text.split("\n");
  const start = lines.indexOf(`${indent}${key}:`);
  if (start === -1) throw new Error(`there is no ${key}`);
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
    const images = instructions("FROM").map((line) => /\S+:\S+/.exec(line)?.[0]);
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
    expect(dockerfile).not.toMatch(/npm (install|i) /);
    const packages = instructions("COPY").filter((line) => line.includes("node_modules"));
    expect(packages).toEqual([expect.stringContaining("node_modules/@ip-location-db ")]);
  });

  test("has the file that `footfall --version` names", () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
    expect(last).toMatch(/^COPY .*\bREADME\.md .*\.\/$/m);
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
  test("limits the memory of each container", () => {
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
    expect(compose).toMatch(/SECRET_KEY: \$\{SECRET_KEY:-\}$/m);
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
    expect(Number(graceS)).toBeGreaterThan(readConfig({}).stopSeconds);
  });
});

describe("docker-compose.cluster.yml", () => {
  const text = withoutComments(read("docker-compose.cluster.yml"));
  const cluster = text.replaceAll(/^(x-\w+): &\w+$/gm, "$1:");
  const all = section(cluster, "services", 0);
  const names = [...all.matchAll(/^ {2}([\w-]+):$/gm)].map(([, name = ""]) => name);
  const footfalls = names.filter((name) => name.startsWith("footfall"));
  const clickHouses = names.filter((name) => name.startsWith("clickhouse"));
  const nginx = withoutComments(read("docker/nginx.conf"));

  /** Returns the text of a service, with that of the template that it takes over. */
  function whole(name: string): string {
    const own = section(all, name, 1);
    const template = /<<: \*(\w+)$/m.exec(own)?.[1];
    if (template === undefined) return own;
    const shared = section(cluster, `x-${template}`, 0).replaceAll(/^(?=.)/gm, "  ");
    return `${own}\n${shared}`;
  }

  test("has nginx, two Footfalls and two ClickHouse servers", () => {
    expect([footfalls, clickHouses]).toEqual([
      ["footfall-1", "footfall-2"],
      ["clickhouse-1", "clickhouse-2"],
    ]);
    expect(names).toEqual(["nginx", ...footfalls, ...clickHouses]);
  });

  test.each(names)(
    "%s has limited memory, no root, no new privileges and a health check",
    (name) => {
      expect(whole(name)).toMatch(/^ {4}mem_limit: \$\{\w+_MEMORY:-\d+g\}$/m);
      expect(whole(name)).toMatch(/^ {4}user: (node|"101:101")$/m);
      expect(whole(name)).toContain("- no-new-privileges:true");
      expect(whole(name)).not.toMatch(/^ *(privileged|cap_add|network_mode):/m);
      expect(whole(name)).toMatch(/^ {4}restart: unless-stopped$/m);
      expect(section(whole(name), "healthcheck", 2)).toContain("test:");
    },
  );

  test.each(["nginx", ...footfalls])(
    "%s cannot write to its image, or do what root can",
    (name) => {
      expect(whole(name)).toMatch(/^ {4}read_only: true$/m);
      expect(section(whole(name), "cap_drop", 2).trim()).toBe("- ALL");
      expect(section(whole(name), "tmpfs", 2)).toMatch(/- \/tmp:size=\d+m/);
    },
  );

  test("each Footfall and each ClickHouse server has a volume of its own", () => {
    const volumes = [...footfalls, ...clickHouses].map(
      (name) => /- ([\w-]+):\/var\/lib\/\w+$/m.exec(section(whole(name), "volumes", 2))?.[1],
    );
    expect(volumes).not.toContain(undefined);
    expect(new Set(volumes).size).toBe(volumes.length);
    for (const volume of volumes) expect(section(cluster, "volumes", 0)).toContain(`  ${volume}:`);
  });

  test("has no password and no key of its own: they must be given", () => {
    for (const name of ["CLICKHOUSE_PASSWORD", "SECRET_KEY", "API_KEYS"]) {
      const uses = cluster.match(new RegExp(`\\$\\{${name}[^}]*\\}`, "g")) ?? [];
      expect(uses.length).toBeGreaterThan(0);
      for (const use of uses) expect(use).toMatch(/^\$\{\w+:\?.+\}$/);
    }
    expect(cluster).not.toMatch(/(PASSWORD|KEYS?): [^$]/);
  });

  test("publishes nginx alone, on the loopback address unless told otherwise", () => {
    expect(cluster.match(/^ *ports:$/gm)).toHaveLength(1);
    expect(cluster).not.toContain("expose:");
    const published = section(whole("nginx"), "ports", 2).trim();
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Compose's own syntax
    expect(published).toBe('- "${NGINX_ADDRESS:-127.0.0.1}:${NGINX_PORT:-8080}:8080"');
    expect(nginx).toMatch(/^ *listen 8080;$/m);
  });

  test("ClickHouse is in a network without a way out, where nginx is not", () => {
    for (const name of clickHouses) {
      expect(section(whole(name), "networks", 2).trim()).toBe("- store");
    }
    expect(section(section(cluster, "networks", 0), "store", 1).trim()).toBe("internal: true");
    expect(section(whole("nginx"), "networks", 2).trim()).toBe("- front");
  });

  test("every Footfall uses all ClickHouse servers, in the same order", () => {
    const urls = [...cluster.matchAll(/http:\/\/footfall:\S*[^}]*\}@([\w-]+):8123\/footfall$/gm)];
    expect(urls.map(([, host]) => host)).toEqual(clickHouses);
    for (const name of footfalls) {
      for (const server of clickHouses) {
        const depends = section(whole(name), "depends_on", 2);
        expect(depends).toMatch(new RegExp(`${server}:\\s+condition: service_healthy`));
      }
    }
  });

  test("each ClickHouse server has the name of a shard", () => {
    const shards = clickHouses.map((name) => /SHARD: "(\w+)"$/m.exec(whole(name))?.[1]);
    expect(shards).toEqual(["1", "2"]);
    for (const name of clickHouses) {
      const file = "- ./docker/clickhouse.xml:/etc/clickhouse-server/config.d/footfall.xml:ro";
      expect(section(whole(name), "volumes", 2)).toContain(file);
    }
  });

  test("nginx knows all Footfalls by fixed addresses, and they trust its network", () => {
    const file = "- ./docker/nginx.conf:/etc/nginx/conf.d/default.conf:ro";
    expect(section(whole("nginx"), "volumes", 2)).toContain(file);
    const upstreams = [...nginx.matchAll(/^ *server ([\w-]+):8080/gm)].map(([, host]) => host);
    expect(upstreams).toEqual([...footfalls, ...footfalls]);
    for (const name of footfalls) {
      const address = /ipv4_address: (\S+)$/m.exec(whole(name))?.[1];
      expect(section(whole("nginx"), "extra_hosts", 2)).toContain(`- "${name}:${address}"`);
    }
    const subnet = /- subnet: (\S+)$/m.exec(cluster)?.[1];
    expect(whole("footfall-1")).toContain(`TRUST_PROXY: ${subnet}\n`);
  });

  test("Footfall has the settings of docker-compose.yml, and the secret that all share", () => {
    const settingsOf = (part: string) =>
      [...section(part, "environment", 2).matchAll(/^ {6}(\w+):/gm)].map(([, name]) => name);
    const single = settingsOf(service("footfall"));
    expect(new Set(settingsOf(whole("footfall-1")))).toEqual(new Set([...single, "SECRET_KEY"]));
  });

  test("is healthy, limited and pinned as docker-compose.yml is", () => {
    for (const [kind, some] of [
      ["footfall", footfalls],
      ["clickhouse", clickHouses],
    ] as const) {
      for (const name of some) {
        for (const key of ["healthcheck", "security_opt"]) {
          expect(section(whole(name), key, 2)).toBe(section(service(kind), key, 2));
        }
        for (const key of ["image", "user", "mem_limit", "stop_grace_period"]) {
          const line = new RegExp(`^ {4}${key}: .*$`, "m");
          expect(line.exec(whole(name))?.[0]).toBe(line.exec(service(kind))?.[0]);
        }
      }
    }
    expect(whole("nginx")).toMatch(/^ {4}image: nginxinc\/nginx-unprivileged:\d+\.\d+$/m);
  });
});

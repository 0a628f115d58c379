import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { freePort } from "../../src/base/net/free-port.ts";
import { runNginx } from "../cluster/nginx.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { proxyPath, runProxy } from "./run-proxy.ts";

/** The recipes of docs/proxies.md for one proxy, in the order of the page. */
type Recipes = readonly string[];

/** The parts of a configuration that differ on this machine. */
interface Place {
  readonly directory: string;
  /** The port of the proxy. */
  readonly port: number;
  /** A file with a certificate for all hosts, and its key. */
  readonly certificate: string;
}

/** Starts one proxy with its recipes, and a website `example.com` beside them. */
type StartProxy = (recipes: Recipes, place: Place) => Promise<void>;

/** The content of each page of example.com that is not Footfall's. */
export const websitePage = "the website itself";

const starts = {
  nginx: startNginx,
  caddy: startCaddy,
  haproxy: startHaproxy,
  apache2: startApache,
} satisfies Readonly<Record<string, StartProxy>>;

/** The proxies whose recipes can be run; their names are those of the programs. */
export type ProxyName = keyof typeof starts;

/** Changes the recipes, to try another form of them. */
export type Change = (recipe: string) => string;

/**
 * Starts a proxy with all its recipes of docs/proxies.md, in front of the Footfall at a port.
 * Resolves with the port where the proxy speaks HTTPS.
 */
export async function startRecipes(
  name: ProxyName,
  footfallPort: number,
  change: Change = (recipe) => recipe,
): Promise<number> {
  const directory = await temporaryDirectory();
  const certificate = await makeCertificate(directory);
  const port = await freePort("127.0.0.1");
  const recipes = await readRecipes(name);
  const filled = recipes.map((recipe) =>
    change(recipe)
      .replaceAll("127.0.0.1:8080", `127.0.0.1:${footfallPort}`)
      .replaceAll(/\/etc\/(?:ssl|haproxy)\/example\.(?:pem|key)/g, certificate)
      .replaceAll(/\/etc\/\w+\/footfall\.conf/g, join(directory, "headers.conf")),
  );
  await starts[name](filled, { directory, port, certificate });
  return port;
}

/** Resolves with the recipes of a proxy, in the order of the page. */
export async function readRecipes(name: ProxyName): Promise<Recipes> {
  const docs = await readFile(new URL("../../docs/proxies.md", import.meta.url), "utf8");
  const language = name === "apache2" ? "apache" : name;
  const [, section = ""] = new RegExp(`^## ${language}$(.*?)(?=^## )`, "ims").exec(docs) ?? [];
  return Array.from(
    section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs")),
    ([, text = ""]) => text,
  );
}

async function makeCertificate(directory: string): Promise<string> {
  const file = join(directory, "certificate.pem");
  const key = join(directory, "key.pem");
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    "/CN=example.com",
    "-days",
    "2",
    "-addext",
    "subjectAltName=DNS:example.com,DNS:stats.example.com",
    "-keyout",
    key,
    "-out",
    file,
  ];
  execFileSync("openssl", args, { stdio: "pipe" });
  await writeFile(file, (await readFile(file, "utf8")) + (await readFile(key, "utf8")));
  return file;
}

/** Replaces a part of a recipe. Throws if the recipe does not have it. */
function replaced(recipe: string, part: string, other: string): string {
  if (!recipe.includes(part)) throw new Error(`no ${part} in: ${recipe}`);
  return recipe.replace(part, other);
}

async function startNginx(
  [headers = "", own = "", path = "", tracker = ""]: Recipes,
  { directory, port, certificate }: Place,
): Promise<void> {
  await writeFile(join(directory, "headers.conf"), headers);
  const listen = `listen 127.0.0.1:${port} ssl;`;
  const website = `server {
  ${listen}
  server_name example.com;
  ssl_certificate ${certificate};
  ssl_certificate_key ${certificate};
  location / { return 200 "${websitePage}"; }
  ${path}
  ${tracker}
}`;
  await runNginx(`${replaced(own, "listen 443 ssl;", listen)}\n${website}`, port);
}

async function startCaddy(
  [own = "", path = "", tracker = ""]: Recipes,
  { directory, port, certificate }: Place,
): Promise<void> {
  const tls = `tls ${certificate} ${certificate}`;
  const text = `{
	admin off
	auto_https disable_redirects
}
${replaced(own, "stats.example.com {", `stats.example.com:${port} {\n\t${tls}`)}
example.com:${port} {
	${tls}
	${path}
	${tracker}
	respond "${websitePage}"
}
`;
  const file = join(directory, "Caddyfile");
  await writeFile(file, text);
  const command = [proxyPath("caddy"), "run", "--config", file, "--adapter", "caddyfile"];
  const env = { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: "" };
  await runProxy(command, port, env);
}

async function startHaproxy(
  [backend = "", frontend = ""]: Recipes,
  { directory, port }: Place,
): Promise<void> {
  const text = `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
${backend}
backend website
  http-request return status 200 content-type text/plain string "${websitePage}"
${replaced(frontend, "bind :443", `bind 127.0.0.1:${port}`)}
  default_backend website
`;
  const file = join(directory, "haproxy.cfg");
  await writeFile(file, text);
  const haproxy = proxyPath("haproxy");
  execFileSync(haproxy, ["-c", "-q", "-f", file]);
  await runProxy([haproxy, "-db", "-f", file], port);
}

const apacheModules =
  "mpm_event authz_core proxy proxy_http headers ssl socache_shmcb rewrite".split(" ");

async function startApache(
  [headers = "", own = "", path = "", tracker = ""]: Recipes,
  { directory, port, certificate }: Place,
): Promise<void> {
  await writeFile(join(directory, "headers.conf"), headers);
  const modules = process.env["APACHE_MODULES"] || "/usr/lib/apache2/modules";
  const loads = apacheModules.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`);
  const text = `ServerRoot ${directory}
ServerName localhost
PidFile ${directory}/apache.pid
ErrorLog ${directory}/error.log
${loads.join("\n")}
${process.getuid?.() === 0 ? "User www-data\nGroup www-data" : ""}
Listen 127.0.0.1:${port}
${replaced(own, "*:443", `*:${port}`)}
<VirtualHost *:${port}>
  ServerName example.com
  SSLEngine on
  SSLCertificateFile ${certificate}
  SSLCertificateKeyFile ${certificate}
  ErrorDocument 410 "${websitePage}"
  RewriteEngine on
  RewriteRule "^/(?!stats(/|$)|visits/)" - [G]
  ${path}
  ${tracker}
</VirtualHost>
`;
  const file = join(directory, "apache.conf");
  await writeFile(file, text);
  const apache = proxyPath("apache2");
  execFileSync(apache, ["-f", file, "-t"], { stdio: "pipe" });
  await runProxy([apache, "-f", file, "-DFOREGROUND"], port);
}

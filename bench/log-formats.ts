/** A request, as any server logs it. */
export interface Request {
  readonly timeMs: number;
  readonly address: string;
  readonly userAgent: string;
  readonly method: string;
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
  readonly status: number;
  /** "" if there is none. */
  readonly referrer: string;
  readonly size: number;
}

interface Format {
  /** The lines before the first request. */
  readonly header: string;
  line(request: Request): string;
}

export type FormatName =
  | "combined"
  | "caddy"
  | "traefik"
  | "iis"
  | "cloudfront"
  | "alb"
  | "cloudflare";

/** Counts as the domain of whatever website the log is imported into. */
const host = "d111111abcdef8.cloudfront.net";
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const iisFields =
  "date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken";
const cloudFrontFields =
  "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end";

export const formats: Readonly<Record<FormatName, Format>> = {
  combined: { header: "", line: combinedLine },
  caddy: { header: "", line: (request) => JSON.stringify(caddyEntry(request)) },
  traefik: { header: "", line: (request) => JSON.stringify(traefikEntry(request)) },
  iis: {
    header: `#Software: Microsoft Internet Information Services 10.0\n#Fields: ${iisFields}\n`,
    line: iisLine,
  },
  cloudfront: { header: `#Version: 1.0\n#Fields: ${cloudFrontFields}\n`, line: cloudFrontLine },
  alb: { header: "", line: albLine },
  cloudflare: { header: "", line: (request) => JSON.stringify(cloudflareEntry(request)) },
};

function combinedLine(request: Request): string {
  const { address, method, status, size, referrer, userAgent, timeMs } = request;
  const start = `${address} - - [${stamp(timeMs)}] "${method} ${uri(request)} HTTP/1.1"`;
  return `${start} ${status} ${size} "${referrer || "-"}" "${userAgent}"`;
}

function caddyEntry(request: Request) {
  const { address, method, status, size, referrer, userAgent, timeMs, path } = request;
  return {
    level: "info",
    ts: timeMs / 1000,
    logger: "http.log.access.log0",
    msg: "handled request",
    request: {
      remote_ip: address,
      remote_port: "41342",
      client_ip: address,
      proto: "HTTP/2.0",
      method,
      host,
      uri: uri(request),
      headers: {
        "User-Agent": [userAgent],
        Accept: ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
        "Accept-Encoding": ["gzip, deflate, br"],
        "Accept-Language": ["en-US,en;q=0.9"],
        ...(referrer === "" ? {} : { Referer: [referrer] }),
      },
      tls: {
        resumed: false,
        version: 772,
        cipher_suite: 4865,
        proto: "h2",
        server_name: host,
      },
    },
    bytes_read: 0,
    user_id: "",
    duration: 0.000929675,
    size,
    status,
    resp_headers: { Server: ["Caddy"], "Content-Type": [contentType(path)] },
  };
}

function traefikEntry(request: Request) {
  const { address, method, status, size, referrer, userAgent, timeMs } = request;
  const time = new Date(timeMs).toISOString().replace("Z", "123456Z");
  return {
    ClientAddr: `${address}:41342`,
    ClientHost: address,
    ClientPort: "41342",
    ClientUsername: "-",
    DownstreamContentSize: size,
    DownstreamStatus: status,
    Duration: 1_234_567,
    OriginContentSize: size,
    OriginDuration: 1_034_567,
    OriginStatus: status,
    Overhead: 200_000,
    RequestAddr: host,
    RequestContentSize: 0,
    RequestCount: 1,
    RequestHost: host,
    RequestMethod: method,
    RequestPath: uri(request),
    RequestPort: "-",
    RequestProtocol: "HTTP/2.0",
    RequestScheme: "https",
    RetryAttempts: 0,
    RouterName: "web@docker",
    ServiceAddr: "172.18.0.3:80",
    ServiceName: "web@docker",
    ServiceURL: "http://172.18.0.3:80",
    StartLocal: time,
    StartUTC: time,
    entryPointName: "websecure",
    level: "info",
    msg: "",
    ...(referrer === "" ? {} : { request_Referer: referrer }),
    "request_User-Agent": userAgent,
    time: `${time.slice(0, 19)}Z`,
  };
}

function iisLine(request: Request): string {
  const { address, method, status, referrer, userAgent, timeMs, path, query } = request;
  const agent = userAgent.replaceAll(" ", "+");
  const start = `${dateTime(timeMs, " ")} 10.0.0.1 ${method} ${path} ${query || "-"} 443 -`;
  return `${start} ${address} ${agent} ${referrer || "-"} ${status} 0 0 12`;
}

function cloudFrontLine(request: Request): string {
  const { address, method, status, size, referrer, userAgent, timeMs, path, query } = request;
  const agent = userAgent.replaceAll(" ", "%20");
  const start = `${dateTime(timeMs, "\t")}\tFRA2\t${size}\t${address}\t${method}\t${host}\t${path}`;
  const middle = `${status}\t${referrer || "-"}\t${agent}\t${query || "-"}\t-\tHit`;
  const id = "SOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==";
  const tls = "https\t23\t0.001\t-\tTLSv1.2\tECDHE-RSA-AES128-GCM-SHA256";
  const end = `Hit\tHTTP/2.0\t-\t-\t11040\t0.001\tHit\t${contentType(path)}\t78\t-\t-`;
  return `${start}\t${middle}\t${id}\t${host}\t${tls}\t${end}`;
}

function albLine(request: Request): string {
  const { address, method, status, size, userAgent, timeMs } = request;
  const time = new Date(timeMs).toISOString().replace("Z", "123Z");
  const start = `https ${time} app/web/50dc6c495c0c9188 ${address}:2817 10.0.0.1:80 0.086 0.048 0.037`;
  const middle = `${status} ${status} 0 ${size} "${method} https://${host}:443${uri(request)} HTTP/2.0"`;
  const target =
    "arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/web/73e2d6bc24d8a067";
  const end = `"Root=1-58337281-1d84f3d73c47ec4e58577259" "${host}" "session-reused" 1 ${time}`;
  const last = `"forward" "-" "-" "10.0.0.1:80" "${status}" "-" "-"`;
  return `${start} ${middle} "${userAgent}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 ${target} ${end} ${last}`;
}

function cloudflareEntry(request: Request) {
  const { address, method, status, size, referrer, userAgent, timeMs, path } = request;
  const time = new Date(timeMs).toISOString();
  return {
    CacheCacheStatus: "dynamic",
    ClientASN: 15_169,
    ClientCountry: "us",
    ClientDeviceType: "desktop",
    ClientIP: address,
    ClientRequestBytes: 1_234,
    ClientRequestHost: host,
    ClientRequestMethod: method,
    ClientRequestPath: path,
    ClientRequestProtocol: "HTTP/2",
    ClientRequestReferer: referrer,
    ClientRequestURI: uri(request),
    ClientRequestUserAgent: userAgent,
    EdgeEndTimestamp: time,
    EdgeResponseBytes: size,
    EdgeResponseContentType: contentType(path).split(";")[0],
    EdgeResponseStatus: status,
    EdgeStartTimestamp: time,
    OriginIP: "192.0.2.1",
    RayID: "41ddf1740f67442d",
    ZoneName: "cloudfront.net",
  };
}

function uri({ path, query }: Request): string {
  return query === "" ? path : `${path}?${query}`;
}

function contentType(path: string): string {
  return path.includes(".") ? "image/png" : "text/html;charset=utf-8";
}

function dateTime(timeMs: number, separator: string): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace("T", separator);
}

/** Returns a time as `17/May/2015:10:05:03 +0000`. */
function stamp(timeMs: number): string {
  const iso = new Date(timeMs).toISOString();
  const month = months[Number(iso.slice(5, 7)) - 1];
  return `${iso.slice(8, 10)}/${month}/${iso.slice(0, 4)}:${iso.slice(11, 19)} +0000`;
}

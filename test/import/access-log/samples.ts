/** Lines of each format, written after the servers' documentation, and how they are read. */
export const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
export const timeMs = Date.UTC(2026, 4, 17, 10, 5, 3);

export const combinedLine = `203.0.113.9 - - [17/May/2026:10:05:03 +0000] "GET /a?b=1 HTTP/1.1" 200 12 "https://www.example.org/" "${firefox}"`;

export const caddyEntry = {
  level: "info",
  ts: timeMs / 1000 + 0.25,
  logger: "http.log.access.log0",
  msg: "handled request",
  request: {
    remote_ip: "10.0.0.1",
    remote_port: "41342",
    client_ip: "203.0.113.9",
    proto: "HTTP/2.0",
    method: "GET",
    host: "www.example.com:8443",
    uri: "/a?b=1",
    headers: {
      Accept: ["*/*"],
      "User-Agent": [firefox],
      Referer: ["https://www.example.org/"],
    },
    tls: { resumed: false, version: 772, proto: "h2", server_name: "www.example.com" },
  },
  bytes_read: 0,
  user_id: "",
  duration: 0.000929675,
  size: 10_900,
  status: 200,
  resp_headers: { Server: ["Caddy"], "Content-Type": ["text/html; charset=utf-8"] },
};

export const traefikEntry = {
  ClientAddr: "203.0.113.9:41342",
  ClientHost: "203.0.113.9",
  ClientPort: "41342",
  ClientUsername: "-",
  DownstreamStatus: 200,
  Duration: 1_234_567,
  OriginStatus: 0,
  RequestAddr: "www.example.com",
  RequestHost: "www.example.com",
  RequestMethod: "GET",
  RequestPath: "/a?b=1",
  RequestPort: "-",
  RequestScheme: "https",
  StartLocal: "2026-05-17T12:05:03.250000001+02:00",
  StartUTC: "2026-05-17T10:05:03.250000001Z",
  entryPointName: "websecure",
  level: "info",
  msg: "",
  request_Referer: "https://www.example.org/",
  "request_User-Agent": firefox,
  time: "2026-05-17T10:05:04Z",
};

export const cloudflareEntry = {
  ClientIP: "203.0.113.9",
  ClientRequestHost: "www.example.com",
  ClientRequestMethod: "GET",
  ClientRequestPath: "/a",
  ClientRequestReferer: "https://www.example.org/",
  ClientRequestURI: "/a?b=1",
  ClientRequestUserAgent: firefox,
  EdgeResponseContentType: "text/html",
  EdgeResponseStatus: 200,
  EdgeStartTimestamp: "2026-05-17T10:05:03Z",
  RayID: "41ddf1740f67442d",
  WorkerSubrequest: false,
};

const iisFields =
  "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken";

export const iisHeader = [
  "#Software: Microsoft Internet Information Services 10.0",
  "#Version: 1.0",
  "#Date: 2026-05-17 00:00:00",
  iisFields,
];

export const iisLine = `2026-05-17 10:05:03 10.0.0.1 GET /a b=1 443 - 203.0.113.9 ${firefox.replaceAll(" ", "+")} https://www.example.org/ 200 0 0 12`;

export const cloudFrontHeader = [
  "#Version: 1.0",
  "#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken sc-content-type",
];

/** Returns an entry of CloudFront with some of its values replaced. */
export function cloudFrontLine(values: Readonly<Record<string, string>> = {}): string {
  const all: Readonly<Record<string, string>> = {
    date: "2026-05-17",
    time: "10:05:03",
    "x-edge-location": "FRA2",
    "sc-bytes": "182",
    "c-ip": "203.0.113.9",
    "cs-method": "GET",
    "cs(Host)": "d111111abcdef8.cloudfront.net",
    "cs-uri-stem": "/a",
    "sc-status": "200",
    "cs(Referer)": "https://www.example.org/",
    "cs(User-Agent)": firefox.replaceAll(" ", "%20"),
    "cs-uri-query": "b=1",
    "cs(Cookie)": "-",
    "x-edge-result-type": "Hit",
    "x-edge-request-id": "SOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==",
    "x-host-header": "www.example.com",
    "cs-protocol": "https",
    "cs-bytes": "23",
    "time-taken": "0.001",
    "sc-content-type": "text/html;%20charset=utf-8",
    ...values,
  };
  return Object.values(all).join("\t");
}

export const albLine = `https 2026-05-17T10:05:03.250000Z app/my-loadbalancer/50dc6c495c0c9188 203.0.113.9:2817 10.0.0.1:80 0.086 0.048 0.037 200 200 0 57 "GET https://www.example.com:443/a?b=1 HTTP/1.1" "${firefox}" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337281-1d84f3d73c47ec4e58577259" "www.example.com" "arn:aws:acm:us-east-2:123456789012:certificate/12345678-1234-1234-1234-123456789012" 1 2026-05-17T10:05:03.100000Z "authenticate,forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`;

export const nginxEntry = {
  time_iso8601: "2026-05-17T12:05:03+02:00",
  remote_addr: "203.0.113.9",
  request: "GET /a?b=1 HTTP/2.0",
  status: "200",
  body_bytes_sent: "12",
  request_time: "0.005",
  http_referer: "https://www.example.org/",
  http_user_agent: firefox,
  host: "www.example.com",
};

export const haproxyLine = `May 17 10:05:03 lb1 haproxy[14389]: 203.0.113.9:33317 [17/May/2026:10:05:03.250] http-in~ static/srv1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 {${firefox}|https://www.example.org/|www.example.com} {text/html} "GET /a?b=1 HTTP/1.1"`;

export const managerLine = `[17/May/2026:10:05:03 +0000] - 200 200 - GET https www.example.com "/a?b=1" [Client 203.0.113.9] [Length 12] [Gzip -] [Sent-to 192.168.1.7] "${firefox}" "https://www.example.org/"`;

/** The lines of a log of each format. */
export const logs: Readonly<Record<string, readonly string[]>> = {
  combined: [combinedLine],
  caddy: [JSON.stringify(caddyEntry)],
  traefik: [JSON.stringify(traefikEntry)],
  w3c: [...iisHeader, iisLine],
  cloudFront: [...cloudFrontHeader, cloudFrontLine()],
  alb: [albLine],
  cloudflare: [JSON.stringify(cloudflareEntry)],
  "nginx-json": [JSON.stringify(nginxEntry)],
  haproxy: [haproxyLine],
  "nginx-proxy-manager": [managerLine],
};

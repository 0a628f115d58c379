/** The parameters of a route, the content types of its body, and its status on success. */
type RouteContract = readonly [parameters: string[], contentTypes: string[], status: number];

const formOrJson = ["application/json", "application/x-www-form-urlencoded"];
const list = ["sort_by", "sort", "per_page", "page"];
const csvPage = ["safe", "per_page", "page"];
const found = ["search", "search_by", "sort_by", "sort", ...csvPage];
const population = ["from", "to", "filter", "segment", ...found, "If-None-Match"];
const engagement = ["interval", ...population];
const revenue = ["interval", "event", "compare", "match", ...population];
const revenueStats = ["name", "currency", "touch", ...population];

/** The routes that clients rely on, but for those of shared links. */
const routes: Readonly<Record<string, RouteContract>> = {
  "GET /health": [[], [], 200],
  "GET /metrics": [[], [], 200],
  "GET /openapi.json": [[], [], 200],
  "POST /session": [[], formOrJson, 204],
  "DELETE /session": [[], [], 204],
  "GET /shared/{domain}": [["domain"], [], 200],
  "GET /shared/{domain}/heatmap": [
    ["domain", "from", "to", "metric", "filter", "segment"],
    [],
    200,
  ],
  "GET /shared/{domain}/goals/stats": [
    ["domain", "from", "to", "compare", "match", "filter", "segment", ...found],
    [],
    200,
  ],
  "GET /shared/{domain}/goals/{goal_id}/stats": [
    ["domain", "goal_id", "name", "from", "to", "interval", "filter", "segment", ...found],
    [],
    200,
  ],
  ...reportContract("events/stats", ["name", "interval", ...found]),
  ...reportContract("journeys", ["start", "direction", "path", "include", "search", ...csvPage]),
  ...reportContract("journeys/paths", ["steps", "start", "direction", "include", ...csvPage]),
  ...reportContract("props", ["event", ...found]),
  ...reportContract("props/{key}", ["key", "event", "none", "numbers", ...found]),
  "GET /shared/{domain}/live": [["domain"], [], 200],
  "GET /shared/{domain}/engagement": [["domain", ...engagement], [], 200],
  "GET /shared/{domain}/revenue": [["domain", ...revenue], [], 200],
  "GET /shared/{domain}/revenue/stats": [["domain", ...revenueStats], [], 200],
  "GET /shared/{domain}/summary": [
    ["domain", "from", "to", "compare", "match", "segment"],
    [],
    200,
  ],
  "GET /shared/{domain}/stats": [["domain", "name", ...population], [], 200],
  "POST /shared/{domain}/unlock": [["domain"], formOrJson, 204],
  "OPTIONS /api/event": [[], [], 204],
  "POST /api/event": [[], ["application/json", "text/plain"], 202],
  "OPTIONS /api/send": [[], [], 204],
  "POST /api/send": [[], ["application/json"], 202],
  "OPTIONS /api/batch": [[], [], 204],
  "POST /api/batch": [[], ["application/json"], 202],
  "GET /js/script.js": [["If-None-Match"], [], 200],
  "GET /api/v1/websites": [["search", "search_by", "favorite", ...list], [], 200],
  "POST /api/v1/websites": [[], formOrJson, 201],
  "GET /api/v1/websites/{id}": [["id"], [], 200],
  "PUT /api/v1/websites/{id}": [["id"], formOrJson, 200],
  "PATCH /api/v1/websites/{id}": [["id"], formOrJson, 200],
  "DELETE /api/v1/websites/{id}": [["id"], [], 200],
  "POST /api/v1/websites/{id}/events": [
    ["id", "Idempotency-Key"],
    ["application/json", "application/x-ndjson"],
    202,
  ],
  "GET /api/v1/websites/{id}/events": [["id", "from", "to", "filter", "segment", "safe"], [], 200],
  ...definitionContract("goal", formOrJson),
  ...definitionContract("funnel", ["application/json"]),
  ...definitionContract("segment", formOrJson),
  ...definitionContract("annotation", formOrJson, ["from", "to"], ["Idempotency-Key"]),
  ...shareContract(),
  "GET /api/v1/websites/{id}/intake": [["id", "from", "to"], [], 200],
  "GET /api/v1/websites/{id}/heatmap": [
    ["id", "from", "to", "metric", "filter", "segment"],
    [],
    200,
  ],
  "GET /api/v1/websites/{id}/goals/stats": [
    ["id", "from", "to", "compare", "match", "filter", "segment", ...found],
    [],
    200,
  ],
  "GET /api/v1/websites/{id}/goals/{goal_id}/stats": [
    ["id", "goal_id", "name", "from", "to", "interval", "filter", "segment", ...found],
    [],
    200,
  ],
  "GET /api/v1/websites/{id}/funnels/{funnel_id}/stats": [
    ["id", "funnel_id", "compare", "match", "name", ...population],
    [],
    200,
  ],
  "GET /shared/{domain}/funnels/{funnel_id}/stats": [
    ["domain", "funnel_id", ...population],
    [],
    200,
  ],
  "GET /api/v1/websites/{id}/funnels/stats": [["id", "step", "within", ...population], [], 200],
  "GET /shared/{domain}/funnels/stats": [["domain", "step", ...population], [], 200],
  "GET /api/v1/websites/{id}/live": [["id"], [], 200],
  "GET /api/v1/websites/{id}/engagement": [["id", ...engagement], [], 200],
  "GET /api/v1/websites/{id}/revenue": [["id", ...revenue], [], 200],
  "GET /api/v1/websites/{id}/revenue/stats": [["id", ...revenueStats], [], 200],
  "GET /api/v1/websites/{id}/summary": [
    ["id", "from", "to", "compare", "match", "segment", "unrounded"],
    [],
    200,
  ],
  "GET /api/v1/stats/{website_id}": [
    [
      "website_id",
      "name",
      "from",
      "to",
      "timezone",
      "interval",
      "filter",
      "segment",
      ...found,
      "unrounded",
      "If-None-Match",
    ],
    [],
    200,
  ],
};

/** The routes that clients rely on. Below a shared link they are those of a shared website. */
export const contract: Readonly<Record<string, RouteContract>> = {
  ...routes,
  ...Object.fromEntries(
    Object.entries(routes)
      .filter(([route]) => route.includes(" /shared/{domain}/"))
      .map(([route, [parameters, bodies, status]]) => [
        route.replace("/shared/{domain}/", "/share/{token}/"),
        [parameters.map((name) => (name === "domain" ? "token" : name)), bodies, status],
      ]),
  ),
  "GET /share/{token}/website": [["token"], [], 200],
};

/** Returns the routes of a report that is pages, for owners and viewers. */
function reportContract(path: string, parameters: string[]): Record<string, RouteContract> {
  const all = ["from", "to", "filter", "segment", "If-None-Match", ...parameters];
  return {
    [`GET /api/v1/websites/{id}/${path}`]: [["id", ...all], [], 200],
    [`GET /shared/{domain}/${path}`]: [["domain", ...all], [], 200],
  };
}

/** Returns the routes of shared links, which viewers cannot read. */
function shareContract(): Record<string, RouteContract> {
  const all = Object.entries(definitionContract("share", ["application/json"]));
  return Object.fromEntries(all.filter(([route]) => route.includes(" /api/v1/")));
}

/** Returns the routes of goals, funnels, segments or annotations. */
function definitionContract(
  kind: string,
  bodies: string[],
  listParameters: string[] = [],
  headers: string[] = [],
): Record<string, RouteContract> {
  const [all, one] = [`{id}/${kind}s`, `{id}/${kind}s/{${kind}_id}`];
  const ids = ["id", `${kind}_id`];
  return {
    [`GET /api/v1/websites/${all}`]: [["id", ...listParameters, ...found], [], 200],
    [`GET /shared/{domain}/${kind}s`]: [["domain", ...listParameters, ...found], [], 200],
    [`POST /api/v1/websites/${all}`]: [["id", ...headers], bodies, 201],
    [`GET /api/v1/websites/${one}`]: [ids, [], 200],
    [`GET /shared/{domain}/${kind}s/{${kind}_id}`]: [["domain", `${kind}_id`], [], 200],
    [`PUT /api/v1/websites/${one}`]: [ids, bodies, 200],
    [`PATCH /api/v1/websites/${one}`]: [ids, bodies, 200],
    [`DELETE /api/v1/websites/${one}`]: [ids, [], 200],
  };
}

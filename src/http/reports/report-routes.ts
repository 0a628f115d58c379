import type { FastifyInstance } from "fastify";

import type { ShareReport } from "../../definitions/share.ts";
import { breakdownRoute } from "./breakdown-route.ts";
import { changesRoute } from "./changes-route.ts";
import { engagementRoute } from "./engagement-route.ts";
import { funnelRoute, unsavedFunnelRoute } from "./funnels-route.ts";
import { eventBreakdownRoute, goalBreakdownRoute } from "./goal-breakdown-route.ts";
import { goalStatsRoute } from "./goal-stats-route.ts";
import { heatmapRoute } from "./heatmap-route.ts";
import { journeyPathRoute, journeyRoute } from "./journeys-route.ts";
import { liveRoute } from "./live-route.ts";
import { propRoute, propValueRoute } from "./props-route.ts";
import type { QueryRoute } from "./query-route.ts";
import {
  missingRoute,
  readsExchangeRoute,
  readsRoute,
  readsSummaryRoute,
  unreadRoute,
} from "./reads-routes.ts";
import { revenueBreakdownRoute } from "./revenue-breakdown-route.ts";
import { revenueRoute } from "./revenue-route.ts";
import { summaryRoute } from "./summary-route.ts";

/** A route that owners and viewers have, each at a path of their own. */
interface ReportRoute {
  readonly add: (app: FastifyInstance, route: QueryRoute) => Promise<void>;
  /** The path below that of the website. */
  readonly path: string;
  /** The operation's id after `get` or `getShared`. */
  readonly operation: string;
  /** The answer in words, with an article: `a summary`. */
  readonly what: string;
  /** The group that a shared link must list. */
  readonly group: ShareReport;
}

/** The routes below the path of a website that answer queries for owners and viewers alike. */
export const reportRoutes: readonly ReportRoute[] = [
  {
    add: summaryRoute.add,
    path: "summary",
    operation: "Summary",
    what: "a summary",
    group: "overview",
  },
  {
    add: changesRoute.add,
    path: "changes",
    operation: "Changes",
    what: "what has changed",
    group: "overview",
  },
  {
    add: heatmapRoute.add,
    path: "heatmap",
    operation: "Heatmap",
    what: "a heat map",
    group: "overview",
  },
  {
    add: goalStatsRoute.add,
    path: "goals/stats",
    operation: "GoalStats",
    what: "the numbers of goals",
    group: "goals",
  },
  {
    add: goalBreakdownRoute.add,
    path: "goals/:goal_id/stats",
    operation: "GoalBreakdown",
    what: "the numbers of a goal",
    group: "goals",
  },
  {
    add: eventBreakdownRoute.add,
    path: "events/stats",
    operation: "EventBreakdown",
    what: "the custom events by value",
    group: "overview",
  },
  {
    add: funnelRoute.add,
    path: "funnels/:funnel_id/stats",
    operation: "FunnelStats",
    what: "the statistics of a funnel",
    group: "funnels",
  },
  {
    add: unsavedFunnelRoute.add,
    path: "funnels/stats",
    operation: "UnsavedFunnelStats",
    what: "the statistics of an unsaved funnel",
    group: "funnels",
  },
  {
    add: journeyRoute.add,
    path: "journeys",
    operation: "Journeys",
    what: "journeys",
    group: "journeys",
  },
  {
    add: journeyPathRoute.add,
    path: "journeys/paths",
    operation: "JourneyPaths",
    what: "the beginnings of journeys",
    group: "journeys",
  },
  {
    add: propRoute.add,
    path: "props",
    operation: "Props",
    what: "the keys of props",
    group: "properties",
  },
  {
    add: propValueRoute.add,
    path: "props/:key",
    operation: "PropValues",
    what: "the values of a prop",
    group: "properties",
  },
  {
    add: liveRoute,
    path: "live",
    operation: "Live",
    what: "the live view",
    group: "overview",
  },
  {
    add: engagementRoute.add,
    path: "engagement",
    operation: "Engagement",
    what: "the engagement",
    group: "engagement",
  },
  {
    add: revenueRoute.add,
    path: "revenue",
    operation: "Revenue",
    what: "the revenue",
    group: "revenue",
  },
  {
    add: revenueBreakdownRoute.add,
    path: "revenue/stats",
    operation: "RevenueStats",
    what: "the revenue by value",
    group: "revenue",
  },
  {
    add: readsRoute.add,
    path: "reads",
    operation: "Reads",
    what: "what programs read",
    group: "reads",
  },
  {
    add: readsSummaryRoute.add,
    path: "reads/summary",
    operation: "ReadsSummary",
    what: "a summary of what programs read",
    group: "reads",
  },
  {
    add: readsExchangeRoute.add,
    path: "reads/exchange",
    operation: "ReadsExchange",
    what: "what assistants read and send",
    group: "reads",
  },
  {
    add: unreadRoute.add,
    path: "reads/unread",
    operation: "UnreadPages",
    what: "the pages that no program read",
    group: "reads",
  },
  {
    add: missingRoute.add,
    path: "reads/missing",
    operation: "MissingPaths",
    what: "the paths that programs asked for in vain",
    group: "reads",
  },
];

/** The route of breakdowns, whose path is another one for owners. */
export const statsRoute: ReportRoute = {
  add: breakdownRoute.add,
  path: "stats",
  operation: "Stats",
  what: "statistics",
  group: "overview",
};

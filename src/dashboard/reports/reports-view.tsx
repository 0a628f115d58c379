import type { ComponentType } from "preact";

import "./bar-chart.css";
import "./definition-form.css";
import "./funnel.css";
import "./journeys.css";
import "./reports.css";
import type { ReportView } from "../address/report-query.ts";
import { EngagementView } from "./engagement-view.tsx";
import { FunnelsView } from "./funnels-view.tsx";
import { GoalsView } from "./goals-view.tsx";
import { JourneysView } from "./journeys-view.tsx";
import { PropertiesView } from "./properties-view.tsx";
import { ReadsView } from "./reads-view.tsx";
import { RevenueView } from "./revenue-view.tsx";

/** The views of the reports. */
export const reports: Readonly<Record<ReportView, ComponentType>> = {
  goals: GoalsView,
  funnels: FunnelsView,
  journeys: JourneysView,
  engagement: EngagementView,
  properties: PropertiesView,
  revenue: RevenueView,
  reads: ReadsView,
};

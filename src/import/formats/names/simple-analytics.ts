import { commonBrowsers, commonDevices, commonSystems } from "./agents.ts";
import { namesOf } from "./names.ts";

export const simpleAnalyticsBrowsers = namesOf(commonBrowsers);
export const simpleAnalyticsSystems = namesOf(commonSystems);
export const simpleAnalyticsDevices = namesOf(commonDevices);

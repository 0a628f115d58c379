import { isoSeconds, isRealDay } from "../../base/calendar.ts";
import type { FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import type { ConditionFilters } from "../../definitions/condition.ts";
import type { Definition, Kind } from "../../definitions/definition.ts";
import type { DefinitionSet } from "../../definitions/definition-set.ts";
import type { Matcher } from "../../definitions/matcher.ts";
import { newShareToken } from "../../definitions/share-token.ts";
import {
  AnnotationRecord,
  AnnotationUpdate,
  DeletedAnnotation,
  NewAnnotation,
} from "../../model/annotation.ts";
import {
  ConditionRecord,
  ConditionUpdate,
  DeletedCondition,
  NewCondition,
} from "../../model/condition.ts";
import { DeletedFunnel, FunnelRecord, FunnelUpdate, NewFunnel } from "../../model/funnel.ts";
import { DeletedGoal, GoalRecord, GoalUpdate, NewGoal } from "../../model/goal.ts";
import { DeletedSegment, NewSegment, SegmentRecord, SegmentUpdate } from "../../model/segment.ts";
import { DeletedShare, NewShare, ShareRecord, ShareUpdate } from "../../model/share.ts";
import { DeletedView, NewView, ViewRecord, ViewUpdate } from "../../model/view.ts";
import { showsUrl } from "../access/shows-url.ts";
import { outsideUrl } from "../answers/outside-url.ts";
import { idempotencyHeader } from "../events/idempotency-key.ts";
import { conditionFilterErrors } from "../reports/condition-filters.ts";
import { filterValueErrors } from "../reports/filter-params.ts";
import { alerts } from "./alert-resource.ts";
import { AnnotationListParams, NamedListParams } from "./definition-list-params.ts";
import type { Client, Fields, Resource } from "./resource.ts";

const goals: Resource<"goal"> = {
  kind: "goal",
  path: "goals",
  schemas: {
    title: "Goal",
    meaning: "A goal is a page view or a custom event that visitors should trigger.",
    canBePublic: false,
    record: GoalRecord,
    create: NewGoal,
    update: GoalUpdate,
    deleted: DeletedGoal,
    listParams: NamedListParams,
    takesForms: true,
    // An alert may be about it.
    deleteProblems: ["VALIDATION"],
  },
  fields: ["name", "type", "value", "props"],
  toContent: ({ name, ...matcher }: NewGoal) => ({ name, ...toMatcher(matcher) }),
  show: withProps,
};

const funnels: Resource<"funnel"> = {
  kind: "funnel",
  path: "funnels",
  schemas: {
    title: "Funnel",
    meaning: "A funnel is a list of events that visitors should trigger one after the other.",
    canBePublic: false,
    record: FunnelRecord,
    create: NewFunnel,
    update: FunnelUpdate,
    deleted: DeletedFunnel,
    listParams: NamedListParams,
    takesForms: false,
  },
  fields: ["name", "within", "steps"],
  toContent: ({ name, within = "day", steps }: NewFunnel) => ({
    name,
    within,
    steps: steps.map(({ name: stepName = null, ...step }) => ({
      name: stepName,
      ...toMatcher(step),
    })),
  }),
  show: (funnel) => ({ ...funnel, steps: funnel.steps.map(withProps) }),
};

const segments: Resource<"segment"> = {
  kind: "segment",
  path: "segments",
  schemas: {
    title: "Segment",
    meaning: "A segment is filters under a name. Queries take its id as `segment`.",
    canBePublic: true,
    record: SegmentRecord,
    create: NewSegment,
    update: SegmentUpdate,
    deleted: DeletedSegment,
    listParams: NamedListParams,
    takesForms: true,
    // A shared link may show it.
    deleteProblems: ["VALIDATION"],
  },
  fields: ["name", "filters", "public"],
  toContent: ({ name, filters, public: isPublic = 0 }: NewSegment) => ({
    name,
    filters,
    public: isPublic === 1 ? 1 : 0,
  }),
  errors: ({ filters }, definitions) => {
    const errors = Object.entries(filterValueErrors(filters, definitions));
    return Object.fromEntries(errors.map(([name, wrong]) => [`filters.${name}`, wrong]));
  },
  show: (segment) => ({ ...segment }),
};

const annotations: Resource<"annotation"> = {
  kind: "annotation",
  path: "annotations",
  schemas: {
    title: "Annotation",
    meaning: "An annotation is a remark about a day or a moment, which charts show.",
    canBePublic: true,
    record: AnnotationRecord,
    create: NewAnnotation,
    update: AnnotationUpdate,
    deleted: DeletedAnnotation,
    listParams: AnnotationListParams,
    takesForms: true,
    createHeaders: idempotencyHeader(
      "Requests with the same key for the same website within 24 hours make one annotation, and all are answered with it.",
      "release-2.0",
    ),
  },
  fields: ["date", "time", "text", "public"],
  toContent: ({ date, time = null, text, public: isPublic = 0 }: NewAnnotation) => ({
    date,
    time,
    text,
    public: isPublic === 1 ? 1 : 0,
  }),
  show: (annotation) => ({ ...annotation }),
};

const shares: Resource<"share"> = {
  kind: "share",
  path: "shares",
  schemas: {
    title: "Share",
    noun: "shared link",
    tag: "Access",
    meaning: "A shared link shows a website's statistics, or those of a segment, to others.",
    canBePublic: false,
    record: ShareRecord,
    create: NewShare,
    update: ShareUpdate,
    deleted: DeletedShare,
    listParams: NamedListParams,
    takesForms: false,
  },
  fields: ["name", "password", "segment_id", "reports", "expires_at"],
  shownFields: [
    "name",
    "url",
    "has_password",
    "segment_id",
    "reports",
    "expires_at",
    "last_used_on",
  ],
  toBody: ({ name, segmentId, reports, expiresAt }) => ({
    name,
    segment_id: segmentId,
    reports,
    expires_at: expiresAt,
  }),
  toContent: (body: NewShare, { websiteId, before, passwordHash }) => ({
    name: body.name,
    token: before?.token ?? newShareToken(websiteId),
    passwordHash: passwordHash ?? before?.passwordHash ?? "",
    segmentId: body.segment_id ?? null,
    reports: body.reports ?? "all",
    expiresAt: body.expires_at ? isoSeconds(new Date(body.expires_at)) : null,
    lastUsedOn: before?.lastUsedOn ?? null,
  }),
  errors: ({ segmentId, expiresAt }, definitions, { nowMs }) => ({
    ...(segmentId !== null && sharedSegmentErrors(segmentId, definitions)),
    ...(expiresAt !== null &&
      Date.parse(expiresAt) <= nowMs && { expires_at: [fieldError("time_past")] }),
  }),
  hidden: ({ passwordHash }) => ({ password: passwordHash }),
  show: ({ name, token, passwordHash, segmentId, reports, expiresAt, lastUsedOn }, client) => ({
    name,
    ...(client &&
      showsUrl(client.request) && { url: outsideUrl(client.request, `/share/${token}`) }),
    has_password: passwordHash !== "",
    segment_id: segmentId,
    reports,
    expires_at: expiresAt,
    last_used_on: lastUsedOn,
  }),
};

const views: Resource<"view"> = {
  kind: "view",
  path: "views",
  schemas: {
    title: "View",
    meaning: "A view is a state of the dashboard under a name, of one person or shared by all.",
    canBePublic: false,
    record: ViewRecord,
    create: NewView,
    update: ViewUpdate,
    deleted: DeletedView,
    listParams: NamedListParams,
    takesForms: false,
    changeNeed: "read",
  },
  fields: ["name", "query", "person"],
  toContent: ({ name, query, person = 0 }: NewView) => ({ name, query, person }),
  show: (view) => ({ ...view }),
};

const conditions: Resource<"condition"> = {
  kind: "condition",
  path: "conditions",
  schemas: {
    title: "Condition",
    meaning:
      "A standing condition leaves the visitor days that meet all of its filters out of every statistic, also of past days.",
    canBePublic: false,
    record: ConditionRecord,
    create: NewCondition,
    update: ConditionUpdate,
    deleted: DeletedCondition,
    listParams: NamedListParams,
    takesForms: false,
  },
  fields: ["name", "filters", "enabled", "from"],
  refusesUnknown: "a condition",
  toContent: ({ name, filters, enabled = true, from }: NewCondition) => ({
    name,
    filters: filters as ConditionFilters,
    enabled,
    from: from || null,
  }),
  errors: ({ filters, from }) => ({
    ...conditionFilterErrors(filters),
    ...(from !== null && !isRealDay(from) && { from: [fieldError("date")] }),
  }),
  show: (condition) => ({ ...condition }),
};

export const resources = {
  goals,
  funnels,
  segments,
  annotations,
  shares,
  alerts,
  views,
  conditions,
} as const;

/** Returns the errors of a segment that a link is to show. */
function sharedSegmentErrors(segmentId: number, definitions: DefinitionSet): FieldErrors {
  const segment = definitions.find("segment", segmentId)?.content;
  if (segment === undefined) return { segment_id: [fieldError("segment_missing")] };
  const isBroken = Object.keys(filterValueErrors(segment.filters, definitions)).length > 0;
  return isBroken ? { segment_id: [fieldError("segment_broken")] } : {};
}

/** Returns a definition as the API shows it to a client, or without one, in the audit list. */
export function toRecord<K extends Kind>(
  { show }: Resource<K>,
  { id, content, createdAt, updatedAt }: Definition<K>,
  client?: Client,
): Fields {
  return {
    id,
    ...show(content, client),
    created_at: isoSeconds(createdAt),
    updated_at: isoSeconds(updatedAt),
  };
}

/** Returns the matcher in the fields of a body. Its props are texts, as events have them. */
function toMatcher({ type, value, props }: Pick<NewGoal, "type" | "value" | "props">): Matcher {
  const texts = Object.entries(props ?? {}).map(([key, prop]) => [key, String(prop)]);
  return { type, value, props: Object.fromEntries(texts) };
}

/** Shows no props as null. */
function withProps<Of extends Matcher>(of: Of) {
  return { ...of, props: Object.keys(of.props).length === 0 ? null : of.props };
}

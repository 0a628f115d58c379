import { isoSeconds } from "../../base/calendar.ts";
import type { FieldErrors } from "../../base/errors.ts";
import type { Contents, Definition, Kind } from "../../definitions/definition.ts";
import type { DefinitionSet } from "../../definitions/definition-set.ts";
import type { Matcher } from "../../definitions/matcher.ts";
import {
  AnnotationRecord,
  AnnotationUpdate,
  DeletedAnnotation,
  NewAnnotation,
} from "../../model/annotation.ts";
import { DeletedFunnel, FunnelRecord, FunnelUpdate, NewFunnel } from "../../model/funnel.ts";
import { DeletedGoal, GoalRecord, GoalUpdate, NewGoal } from "../../model/goal.ts";
import { DeletedSegment, NewSegment, SegmentRecord, SegmentUpdate } from "../../model/segment.ts";
import { idempotencyHeader } from "../events/idempotency-key.ts";
import { filterValueErrors } from "../reports/filter-params.ts";
import { AnnotationListParams, NamedListParams } from "./definition-list-params.ts";
import type { DefinitionSchemas } from "./definition-operations.ts";

/** The way in which the API shows a kind of definition. */
export interface Resource<K extends Kind> {
  readonly kind: K;
  /** The part of the path: `goals`. */
  readonly path: string;
  readonly schemas: DefinitionSchemas;
  /** The fields that a client sets, in the order of the record. */
  readonly fields: readonly string[];
  /** Returns the content in the fields of a body that `schemas.create` allows. */
  readonly toContent: (body: never) => Contents[K];
  /**
   * Returns the errors of a content that the schema cannot find, given the website's definitions.
   */
  readonly errors?: (content: Contents[K], definitions: DefinitionSet) => FieldErrors;
  /** Returns the fields as the API shows them. */
  readonly show: (content: Contents[K]) => object;
}

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

export const resources = { goals, funnels, segments, annotations } as const;

/** Returns a definition as the API shows it. */
export function toRecord<K extends Kind>(
  { show }: Resource<K>,
  { id, content, createdAt, updatedAt }: Definition<K>,
): Readonly<Record<string, unknown>> {
  return {
    id,
    ...show(content),
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

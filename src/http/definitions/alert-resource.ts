import { personMay } from "../../access/rights.ts";
import { isoSeconds } from "../../base/calendar.ts";
import { isEmailAddress } from "../../base/email-address.ts";
import type { Errors, FieldErrors } from "../../base/errors.ts";
import { fieldError } from "../../base/field-errors.ts";
import {
  type Alert,
  type AlertMetric,
  type AlertRecipient,
  type AlertRule,
  addressesOf,
  progressAfterEdit,
  recipientKey,
} from "../../definitions/alert.ts";
import type { DefinitionSet } from "../../definitions/definition-set.ts";
import {
  AlertRecord,
  AlertUpdate,
  DeletedAlert,
  NewAlert,
  pauseMinutes,
  readsWindowMinutes,
  windowMinutes,
} from "../../model/alert.ts";
import { emailCharactersMax } from "../../model/limits.ts";
import { callerOf } from "../access/authentication.ts";
import { shownResultTo } from "../notifications/test-results.ts";
import { NamedListParams } from "./definition-list-params.ts";
import type { CheckingContext, Resource } from "./resource.ts";

/** The way in which the API shows alerts. */
export const alerts: Resource<"alert"> = {
  kind: "alert",
  path: "alerts",
  schemas: {
    title: "Alert",
    tag: "Notifications",
    meaning: "An alert tells people when a number of a website is unusual, or when nothing comes.",
    canBePublic: false,
    record: AlertRecord,
    create: NewAlert,
    update: AlertUpdate,
    deleted: DeletedAlert,
    listParams: NamedListParams,
    takesForms: false,
  },
  fields: ["name", "when", "hours", "pause_minutes", "to", "enabled"],
  shownFields: [
    "name",
    "when",
    "hours",
    "pause_minutes",
    "to",
    "enabled",
    "state",
    "changed_at",
    "last",
  ],
  toBody: ({ name, when, hours, pauseMinutes: pause, to, enabled }) => ({
    name,
    when: when satisfies RuleFields,
    hours,
    pause_minutes: pause,
    to,
    enabled,
  }),
  toContent: (body: NewAlert, { before }) => {
    const fields = {
      name: body.name,
      when: ruleOf(body.when),
      hours: (body.hours ?? null) as Alert["hours"],
      pauseMinutes: body.pause_minutes ?? pauseMinutes.default,
      to: distinct(body.to.map(recipientOf)),
      enabled: body.enabled ?? true,
    };
    return { ...fields, ...progressAfterEdit(before, fields) };
  },
  errors: ({ when, hours, to }, definitions, context) => ({
    ...ruleErrors(when, definitions),
    ...(hours !== null &&
      (hours[0] === hours[1] || hours[0] === 24) && { hours: [fieldError("two_hours")] }),
    ...recipientErrors(to, context),
  }),
  show: ({ name, when, hours, pauseMinutes: pause, to, enabled, state, changedMs }, client) => ({
    name,
    when,
    hours,
    pause_minutes: pause,
    to,
    enabled,
    state,
    changed_at: changedMs === null ? null : isoSeconds(changedMs),
    ...(client && {
      last: shownResultTo(callerOf(client.request), client.last, addressesOf(to)),
    }),
  }),
};

const oneRecipient = "must have exactly one of email, person_id and webhook_id";

/** The fields of a rule, each of which may be missing. */
type RuleFields = NewAlert["when"];

/** Returns the known fields of a rule. Whether they go together, `ruleErrors` checks. */
function ruleOf(when: RuleFields): AlertRule {
  const { metric, goal_id, reader, window_minutes, above, below, against } = when;
  const { times_above, times_below, silent_minutes } = when;
  const fields = {
    metric: metric satisfies AlertMetric | undefined,
    goal_id,
    reader,
    against,
    window_minutes,
    above,
    below,
    times_above,
    times_below,
    silent_minutes,
  } satisfies Record<keyof RuleFields, unknown>;
  return JSON.parse(JSON.stringify(fields)) as AlertRule;
}

function ruleErrors(rule: AlertRule, definitions: DefinitionSet): FieldErrors {
  const when = rule as RuleFields;
  const errors: Errors = {};
  const refuse = (names: readonly (keyof RuleFields)[], sentence: string) => {
    for (const name of names) {
      if (when[name] !== undefined) errors[`when.${name}`] = [sentence];
    }
  };
  if (when.silent_minutes !== undefined) {
    const others = Object.keys(when).filter((name) => name !== "silent_minutes");
    refuse(others as (keyof RuleFields)[], "does not go with silent_minutes");
    return errors;
  }
  if (when.metric === undefined) return { when: ["must have metric or silent_minutes"] };
  if (when.window_minutes === undefined) errors["when.window_minutes"] = [fieldError("required")];
  const isCompared = when.against !== undefined;
  if (isCompared) {
    refuse(["above", "below"], "does not go with against");
    if ((when.window_minutes ?? windowMinutes.weekdayMin) < windowMinutes.weekdayMin) {
      errors["when.window_minutes"] = [
        fieldError("compared_window", { min: windowMinutes.weekdayMin }),
      ];
    }
  } else refuse(["times_above", "times_below"], "goes with against alone");
  const [most, least] = isCompared
    ? (["times_above", "times_below"] as const)
    : (["above", "below"] as const);
  if (when[most] === undefined && when[least] === undefined) {
    errors["when"] = [`must have ${most} or ${least}`];
  }
  return { ...errors, ...goalErrors(when, definitions), ...readsErrors(when, errors) };
}

/** Returns the errors of what goes with the metric of reads, and what does not. */
function readsErrors(
  { metric, reader, against, window_minutes: minutes }: RuleFields,
  wrong: FieldErrors,
): FieldErrors {
  const { min, max } = metric === "reads" ? readsWindowMinutes : windowMinutes;
  const isWithin = minutes === undefined || (minutes >= min && minutes <= max);
  return {
    ...(!isWithin &&
      wrong["when.window_minutes"] === undefined && {
        "when.window_minutes": [fieldError("integer", { min, max })],
      }),
    ...(metric === "reads" &&
      against !== undefined && { "when.against": ["does not go with the metric reads"] }),
    ...(metric !== "reads" &&
      reader !== undefined && { "when.reader": ["goes with the metric reads alone"] }),
  };
}

function goalErrors({ metric, goal_id: id }: RuleFields, definitions: DefinitionSet): FieldErrors {
  if (metric !== "goal") {
    return id === undefined ? {} : { "when.goal_id": ["goes with the metric goal alone"] };
  }
  if (id === undefined) return { "when.goal_id": [fieldError("required")] };
  return definitions.find("goal", id) === undefined
    ? { "when.goal_id": [fieldError("goal_missing")] }
    : {};
}

/** Returns the recipient that a body names; one with an empty address if it names none, or two. */
function recipientOf({ email, person_id, webhook_id }: NewAlert["to"][number]): AlertRecipient {
  const named = [email, person_id, webhook_id].filter((each) => each !== undefined);
  if (named.length !== 1) return { email: "" };
  if (email !== undefined) return { email: email.trim() };
  return person_id !== undefined ? { person_id } : { webhook_id: webhook_id ?? 0 };
}

function distinct(recipients: readonly AlertRecipient[]): AlertRecipient[] {
  return [...new Map(recipients.map((each) => [recipientKey(each), each])).values()];
}

function recipientErrors(
  to: readonly AlertRecipient[],
  { access, websiteId }: CheckingContext,
): FieldErrors {
  const errorOf = (recipient: AlertRecipient): string | undefined => {
    if ("webhook_id" in recipient) {
      const isThere = access.find("webhook", recipient.webhook_id) !== undefined;
      return isThere ? undefined : fieldError("recipient_webhook");
    }
    if ("person_id" in recipient) {
      const person = access.find("person", recipient.person_id)?.content;
      const isAllowed = person !== undefined && personMay(person, "read", websiteId);
      return isAllowed ? undefined : fieldError("recipient_person");
    }
    if (recipient.email === "") return oneRecipient;
    return isEmailAddress(recipient.email)
      ? undefined
      : fieldError("email", { max: emailCharactersMax });
  };
  const errors = to.flatMap((recipient, i) => {
    const error = errorOf(recipient);
    return error === undefined ? [] : [[`to.${i}`, [error]] as const];
  });
  return Object.fromEntries(errors);
}

import { type Errors, type Input, isObject, readName, readOneOf } from "./fields.ts";
import { type Matcher, readMatcher } from "./matcher.ts";

/** Events that visitors trigger one after the other. */
export interface Funnel {
  /** Unique among the website's funnels. */
  readonly name: string;
  /** Whether all steps must lie in one day, or in one visit. */
  readonly within: "day" | "visit";
  readonly steps: readonly FunnelStep[];
}

export interface FunnelStep extends Matcher {
  /** Null if the step is called by its value. */
  readonly name: string | null;
}

const stepsMin = 2;
const stepsMax = 8;

/** Returns the funnel in the fields of a body. */
export function readFunnel(input: Input, errors: Errors): Funnel {
  const { within = "day" } = input;
  return {
    name: readName(input["name"], "name", errors),
    within: readOneOf(within, "within", ["day", "visit"], errors),
    steps: readSteps(input["steps"], errors),
  };
}

function readSteps(value: unknown, errors: Errors): FunnelStep[] {
  if (!Array.isArray(value) || value.length < stepsMin || value.length > stepsMax) {
    const wrong = `must be a list of ${stepsMin} to ${stepsMax} steps`;
    errors["steps"] = [value === undefined ? "is required" : wrong];
    return [];
  }
  return value.flatMap((step: unknown, i) => {
    if (isObject(step)) return [readStep(step, `steps.${i}.`, errors)];
    errors[`steps.${i}`] = ["must be an object"];
    return [];
  });
}

function readStep(input: Input, path: string, errors: Errors): FunnelStep {
  const { name = null } = input;
  return {
    name: name === null ? null : readName(name, `${path}name`, errors),
    ...readMatcher(input, path, errors),
  };
}

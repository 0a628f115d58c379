import { expect, test } from "vitest";

import {
  type FieldErrorCode,
  fieldError,
  fieldErrorCodes,
  readFieldError,
} from "../../src/base/field-errors.ts";

const parts = {
  ...{ min: 1, max: 1_000, kind: "segment", text: "10.0.0.0/99", sources: "umami, matomo" },
  name: 'a ("quoted")\nname.csv',
};

test.each(fieldErrorCodes)("the code %s is found again in its sentence, with its parts", (code) => {
  const sentence = (fieldError as (code: FieldErrorCode, all: object) => string)(code, parts);
  expect(sentence).not.toMatch(/[{}]/);

  const found = readFieldError(sentence);
  expect(found?.code).toBe(code);
  for (const [name, text] of Object.entries(found?.parts ?? {})) {
    expect(text).toBe(name === "max" ? "1,000" : String(parts[name as keyof typeof parts]));
  }
});

test("a sentence without a code has none", () => {
  expect(readFieldError("must be a purple cow")).toBeUndefined();
});

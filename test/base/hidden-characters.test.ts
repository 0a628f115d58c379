import { expect, test } from "vitest";

import { isEmailAddress } from "../../src/base/email-address.ts";
import {
  hasHiddenCharacters,
  hasHiddenInLines,
  withoutHiddenCharacters,
} from "../../src/base/hidden-characters.ts";

const hidden = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const every = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code));

test("the hidden characters are the control characters, line ends and changes of direction", () => {
  expect(every.filter(hasHiddenCharacters)).toEqual(every.filter((one) => hidden.test(one)));
  expect(every.filter(hasHiddenInLines)).toEqual(
    every.filter((one) => hidden.test(one) && !"\t\r\n".includes(one)),
  );
  expect(withoutHiddenCharacters(`a\u202Eb\n\0c`)).toBe("abc");
});

test("an e-mail address has none of them", () => {
  const found = every.filter((one) => isEmailAddress(`a${one}a@example.com`));

  expect(found.filter((one) => hidden.test(one))).toEqual([]);
  expect(found).toContain("é");
});

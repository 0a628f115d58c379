import { expect, test } from "vitest";

import { resolveTimezone } from "../../src/base/timezone.ts";

test.each(["UTC", "Europe/Berlin", "europe/BERLIN", "Asia/Kolkata", "Etc/GMT+12", "EST5EDT"])(
  "%s is a time zone",
  (name) => {
    expect(resolveTimezone(name)).toMatch(/^[A-Z]/);
  },
);

test.each(["", " UTC", "+01:00", "01:00", "Berlin", "Europe/Atlantis", "UTC\0"])(
  "%j is none",
  (name) => {
    expect(resolveTimezone(name)).toBeUndefined();
  },
);

import { expect, test } from "vitest";

import { screen } from "../../../src/collect/steps/screen.ts";
import { draftWith } from "../../helpers/draft.ts";

test.each([
  ["", ""],
  ["1920x1080", "1920x1080"],
  ["100x100", "100x100"],
  ["1x1", "1x1"],
  ["99999x99999", "99999x99999"],
  ["0x0", ""],
  ["0x1080", ""],
  ["1920x0", ""],
  ["00x000", ""],
])("the screen %j is kept as %j", (given, kept) => {
  const draft = draftWith({ event: { screen: given } });

  expect(screen(draft)).toBeUndefined();
  expect(draft.row.screenResolution).toBe(kept);
});

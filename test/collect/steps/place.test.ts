import { expect, test } from "vitest";

import { place } from "../../../src/collect/steps/place.ts";
import { draftWith } from "../../helpers/draft.ts";

const berlin = { continent: "EU", country: "DE", region: "Land Berlin", city: "Berlin" };

test("the place of the address becomes columns", () => {
  const draft = draftWith({ incoming: { ip: "203.0.113.7" } });
  const asked: string[] = [];
  const step = place((ip) => {
    asked.push(ip);
    return berlin;
  });

  expect(step(draft)).toBeUndefined();
  expect(asked).toEqual(["203.0.113.7"]);
  expect(draft.row).toMatchObject(berlin);
});

test("an address that is not known has no place", () => {
  const draft = draftWith();

  expect(place(() => berlin)(draft)).toBeUndefined();
  expect(draft.row).toMatchObject({ continent: "", country: "", region: "", city: "" });
});

import { expect, test } from "vitest";

import { Admission } from "../../src/collect/admission.ts";

/** Returns work that ends when `end` is called. */
function startWork(admission: Admission): { work: Promise<string>; end: () => void } {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { work: admission.during(() => ended.then(() => "done")), end };
}

test("while it refuses, work is not begun, and that under way ends", async () => {
  const admission = new Admission();
  const { work, end } = startWork(admission);

  admission.refuse(true);

  await expect(admission.during(async () => "begun")).rejects.toMatchObject({ code: "DRAINING" });
  end();
  expect(await work).toBe("done");
  admission.refuse(false);
  expect(await admission.during(async () => "begun")).toBe("begun");
});

test("it is idle when all work has ended, also that which failed", async () => {
  const admission = new Admission();
  const first = startWork(admission);
  const second = admission.during(() => Promise.reject(new Error("full")));
  admission.refuse(true);
  let isIdle = false;
  const idle = admission.idle().then(() => {
    isIdle = true;
  });

  await expect(second).rejects.toThrow("full");
  expect(isIdle).toBe(false);
  first.end();
  await idle;
  await new Admission().idle();
});

test("nobody waits for work when requests are let in again", async () => {
  const admission = new Admission();
  const { work, end } = startWork(admission);
  admission.refuse(true);
  const idle = admission.idle();

  admission.refuse(false);

  await idle;
  end();
  await work;
});

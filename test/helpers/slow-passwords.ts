// A module of its own, whose parameters test/helpers/quick-work.ts has not changed.
const own = "../../src/access/password.ts?own";

/** Hash passwords as the program does. */
export const { hashPassword, verifyPassword }: typeof import("../../src/access/password.ts") =
  await import(own);

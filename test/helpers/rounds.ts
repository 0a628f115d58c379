/** Factor by which tests that draw at random draw more. The campaign `random` sets it. */
export const rounds = Number(process.env["RANDOM_ROUNDS"] ?? 1);

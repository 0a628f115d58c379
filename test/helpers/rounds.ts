/** How many times as much random tests draw as `npm test` has time for: `npm run test:long` sets it. */
export const rounds = Number(process.env["RANDOM_ROUNDS"] ?? 1);

/**
 * Factor by which random tests draw more than `npm test` has time for. `npm run test:long` sets it.
 */
export const rounds = Number(process.env["RANDOM_ROUNDS"] ?? 1);

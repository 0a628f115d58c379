/** This server as a client of the providers of tests. */
export const clientId = "footfall";
export const clientSecret = "a-secret-of-the-provider";

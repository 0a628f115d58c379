import { translated } from "./language.ts";
import { plural } from "./plural.ts";

/** The texts of requests that fail. */
export const failureWords = translated("failures", {
  /** By the code of the server's error. */
  byCode: {
    OFFLINE: "The server cannot be reached. You may be offline.",
    UNAVAILABLE: "The server is currently unavailable.",
    UNAUTHORIZED: "You are signed out.",
    WRONG_KEY: "This API key is wrong.",
    WRONG_SIGN_IN: "The e-mail address or the password is wrong.",
    FORBIDDEN: "You have no right to do this.",
    PASSWORD_REQUIRED: "The password of this website has changed, or your access has expired.",
    WRONG_PASSWORD: "This password is wrong.",
    FORBIDDEN_ORIGIN: "The server does not accept changes from this address.",
    WEBSITE_NOT_FOUND: "This website no longer exists.",
    NOT_FOUND: "This no longer exists.",
    CHANGED_MEANWHILE: "Somebody has changed this meanwhile.",
    INTERNAL: "Something went wrong on the server. Its log has the details.",
    OVERLOADED: "The server is busy with other queries.",
    QUERY_TOO_LARGE: "This query needs too much memory. Choose fewer days or fewer filters.",
    QUERY_TOO_LONG: "This query takes too long. Choose fewer days or fewer filters.",
    STORE_UNAVAILABLE:
      "The database is not responding. Events are still recorded and will be counted later.",
  },
  unknown: "Something went wrong.",
  invalid: "The request is invalid.",
  invalidField: (field: string, error: string) => `The request is invalid. ${field}: ${error}`,
  waitMinutes: (minutes: number) =>
    plural(minutes, {
      one: "Too many attempts. Please wait a minute.",
      other: `Too many attempts. Please wait ${minutes} minutes.`,
    }),
  waitSeconds: (seconds: number) =>
    plural(seconds, {
      one: "Too many attempts. Please wait a second.",
      other: `Too many attempts. Please wait ${seconds} seconds.`,
    }),
});

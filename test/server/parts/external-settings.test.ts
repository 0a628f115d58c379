import { expect, test } from "vitest";

import { readConfig } from "../../../src/base/config.ts";
import { externalSignIn } from "../../../src/server/parts/external-settings.ts";

test("without settings, people sign in with passwords alone", () => {
  expect(externalSignIn(readConfig({}))).toEqual({
    rules: { signUp: "off", emailDomains: [], owners: [] },
    takesPasswords: true,
  });
});

test("the settings of a provider and of a proxy are where they belong", () => {
  const config = readConfig({
    OIDC_ISSUER: "https://login.test",
    OIDC_CLIENT_ID: "id",
    OIDC_CLIENT_SECRET: "secret",
    BASE_URL: "https://stats.test",
    OIDC_EMAIL_DOMAINS: "a.test",
    OIDC_OWNERS: "o@a.test",
    OIDC_TRUST_EMAIL: "on",
    SIGN_UP: "member",
    PASSWORDS: "off",
    AUTH_PROXY_HEADER: "Remote-Email",
    AUTH_PROXY: "10.0.0.1",
  });

  expect(externalSignIn(config)).toEqual({
    rules: { signUp: "member", emailDomains: ["a.test"], owners: ["o@a.test"] },
    oidc: {
      issuer: "https://login.test",
      clientId: "id",
      clientSecret: "secret",
      baseUrl: "https://stats.test",
      trustsEmail: true,
    },
    proxy: { header: "Remote-Email", peers: ["10.0.0.1"] },
    takesPasswords: false,
  });
});

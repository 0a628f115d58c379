import { expect } from "vitest";

import { nginxTest } from "../cluster/nginx.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { checkOwnHost, checkPath, guessKeys, limited } from "./check-recipes.ts";
import { asking } from "./client.ts";
import { startRecipes } from "./recipes.ts";

nginxTest("nginx serves Footfall at a host of its own, and the tracker at the website's", () =>
  checkOwnHost("nginx"),
);

nginxTest("nginx serves Footfall below a path", () => checkPath("nginx"));

nginxTest.each([["true"], ["127.0.0.1"]])(
  "with TRUST_PROXY=%s nobody evades the limit of sign-ins behind a proxy that adds addresses",
  async (TRUST_PROXY) => {
    const { url } = await startFootfall({ TRUST_PROXY });
    const adding = (recipe: string) =>
      recipe.replace("X-Forwarded-For $remote_addr", "X-Forwarded-For $proxy_add_x_forwarded_for");
    const port = await startRecipes("nginx", Number(new URL(url).port), adding);

    expect(await guessKeys(asking(port, "stats.example.com"), "/session")).toEqual(limited);
  },
);

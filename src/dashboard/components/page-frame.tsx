import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

import { languageNames, languages } from "../../base/languages.ts";
import { withBasePath } from "../address/server-address.ts";
import { useMe } from "../api/caller.ts";
import { sendJson } from "../api/request.ts";
import { chooseHere } from "../words/choose-language.ts";
import { commonWords as words } from "../words/common.ts";
import { language } from "../words/language.ts";
import { Mark } from "./mark.tsx";
import { chooseTheme, chosenTheme, type Theme, themes } from "./theme.ts";

interface PageFrameProps {
  /** Title of the window. */
  readonly title: string;
  readonly isUser: boolean;
  /** Content beside the product's name. */
  readonly head?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Tells whether the numbers are made up. The server marks the pages of the demo. */
const isDemo = document.documentElement.dataset["demo"] !== undefined;

/** Frames every page with a header and a footer. */
export function PageFrame({ title, isUser, head, children }: PageFrameProps) {
  useEffect(() => {
    document.title = title === "" ? "Footfall" : words.windowTitle(title);
  }, [title]);
  return (
    <div class="frame">
      <button class="skip" type="button" onClick={skip}>
        {words.skip}
      </button>
      {isDemo && (
        <aside class="demo" aria-label={words.demoName}>
          {words.demo}
        </aside>
      )}
      <header class="head">
        <Mark isLink={isUser} />
        {head}
      </header>
      <main tabIndex={-1}>{children}</main>
      <footer class="foot">
        <span>{words.foot}</span>
        <a href={withBasePath("/docs/")}>{words.help}</a>
        <a href="https://db-ip.com" rel="noopener">
          {words.places}
        </a>
        <label>
          {words.theme}{" "}
          <select onChange={({ currentTarget }) => chooseTheme(currentTarget.value as Theme)}>
            {themes.map((theme) => (
              <option key={theme} value={theme} selected={theme === chosenTheme()}>
                {words.themes[theme]}
              </option>
            ))}
          </select>
        </label>
        <LanguageChoice />
      </footer>
    </div>
  );
}

/** Lets everybody choose the language, for this browser, and for the person who is signed in. */
function LanguageChoice() {
  const isPerson = useMe()?.kind === "person";
  const choose = (code: string) => {
    chooseHere(code);
    const url = new URL(location.href);
    url.searchParams.delete("lang");
    // The tables of another language are there once the page is loaded again.
    const reload = () => location.replace(url);
    if (isPerson) sendJson("PATCH", "/api/v1/me", { language: code }).then(reload, reload);
    else reload();
  };
  return (
    <label>
      {words.language}{" "}
      <select onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {languages.map((code) => (
          <option key={code} value={code} lang={code} selected={code === language}>
            {languageNames[code]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Moves the focus behind the header. */
function skip(): void {
  document.querySelector("main")?.focus();
}

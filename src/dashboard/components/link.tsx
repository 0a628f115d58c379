import type { ComponentChildren } from "preact";

import { goTo } from "../address/address.ts";
import { withBasePath } from "../address/server-address.ts";

interface LinkProps {
  readonly class?: string;
  readonly title?: string;
  readonly "aria-label"?: string;
  readonly "aria-current"?: "page" | "true" | undefined;
  /** An address of the dashboard, without the base path. */
  readonly href: string;
  readonly replace?: boolean;
  /** Whether the link opens a dialog. */
  readonly opens?: boolean;
  readonly onFollow?: () => void;
  readonly children: ComponentChildren;
}

/** Links to a page of the dashboard without a reload. The browser handles new tabs and windows. */
export function Link({ href, replace = false, opens = false, onFollow, ...rest }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    goTo(href, { replace, opens });
    onFollow?.();
  };
  return <a {...rest} href={withBasePath(href)} onClick={follow} />;
}

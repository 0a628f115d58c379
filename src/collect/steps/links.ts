import type { PipelineStep } from "../draft.ts";
import { cleanFragment } from "../fragment.ts";
import { paramName } from "../query.ts";
import { isSensitiveParam } from "../sensitive-params.ts";
import { rulesOf } from "../website-rules.ts";

/** The prop that holds the URL of a link, for our tracker, Plausible's and Umami's. */
const linkProp = "url";
/** Links to a person's e-mail address or number. */
const personalLink = /^\s*(callto|facetime|facetime-audio|mailto|sips?|skype|sms|smsto|tel|xmpp):/i;
/** User and password before the host, with or without a scheme. */
const userInfo = /^(\s*(?:(?:https?|ftp|wss?):[/\\]*|(?:[a-z][a-z\d+.-]*:)?[/\\]{2,}))[^/\\?#]*@/i;

/** A URL with a host, or anything with a query or with parameters in its fragment: `/a?b=1`. */
const urlWithHost = /^\s*(?:[a-z][a-z\d+.-]*:)?[/\\]{2}/i;
const urlWithParams = /^\s*[^\s?#]*[?#]\S*=/;
/** A query without its question mark. */
const bareQuery = /^\s*[^\s=?#&/\\:]+=\S*\s*$/;

type IsExcluded = (name: string) => boolean;

/** Removes secrets and personal data from the URL of a clicked link, and of other props. */
export const links: PipelineStep = ({ website, row }) => {
  if (!row.props.some(isLink)) return undefined;
  const { excludesParam } = rulesOf(website);
  row.props = row.props.map((prop) =>
    isLink(prop) ? [prop[0], clean(prop[1], excludesParam)] : prop,
  );
  return undefined;
};

function isLink([name, value]: readonly [string, string]): boolean {
  if (!/[:=@/]/.test(value)) return name === linkProp && /[?#]/.test(value);
  return name === linkProp || isUrl(value) || bareQuery.test(value);
}

function isUrl(text: string): boolean {
  return urlWithHost.test(text) || urlWithParams.test(text) || personalLink.test(text);
}

function clean(text: string, excludesParam: IsExcluded): string {
  const isBare = !isUrl(text) && bareQuery.test(text);
  return isBare ? cleanLink(`?${text}`, excludesParam).slice(1) : cleanLink(text, excludesParam);
}

/**
 * Returns the link without secrets and personal data. Works on the text, because the URL parser is
 * slow for host names and changes the spelling of URLs.
 */
function cleanLink(link: string, excludesParam: IsExcluded): string {
  const personal = personalLink.exec(link)?.[1];
  if (personal !== undefined) return `${personal.toLowerCase()}:`;
  const stays = (param: string) => !excludesParam(paramName(param)) && !isSensitiveParam(param);
  const [target, fragment] = cut(link.replace(userInfo, "$1"), "#");
  const [path, query] = cut(target, "?");
  const params = query.split("&").filter(stays);
  return path + prefixed("?", params.join("&")) + prefixed("#", cleanFragment(fragment, stays));
}

function cut(text: string, separator: string): [before: string, after: string] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, ""] : [text.slice(0, index), text.slice(index + 1)];
}

function prefixed(prefix: string, text: string): string {
  return text === "" ? "" : prefix + text;
}

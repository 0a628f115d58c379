/** Returns the decoded name of a parameter, `name=value` as a URL has it. */
export function paramName(param: string): string {
  const equals = param.indexOf("=");
  return decodeParam(equals === -1 ? param : param.slice(0, equals));
}

/** Returns the parameter's value without decoding it, or "" if it has none. */
export function paramValue(param: string): string {
  const equals = param.indexOf("=");
  return equals === -1 ? "" : param.slice(equals + 1);
}

/** Returns the decoded name or value. Text with broken encoding comes back unchanged. */
export function decodeParam(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

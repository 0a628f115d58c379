/** The name of a parameter, `name=value` as it stands in an address, decoded. */
export function paramName(param: string): string {
  const equals = param.indexOf("=");
  return decodeParam(equals === -1 ? param : param.slice(0, equals));
}

/** The value as it stands in the address; "" without one. */
export function paramValue(param: string): string {
  const equals = param.indexOf("=");
  return equals === -1 ? "" : param.slice(equals + 1);
}

/** A name or value decoded; text that is not encoded properly stays as it is. */
export function decodeParam(text: string): string {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

const rules = new Intl.PluralRules("en");

/** Returns the form that belongs to a number: `one` to 1, and `other` to the rest. */
export function plural(count: number, forms: { readonly one: string; readonly other: string }) {
  return rules.select(count) === "one" ? forms.one : forms.other;
}

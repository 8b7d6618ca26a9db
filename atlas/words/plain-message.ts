/** The text of a case that contains values, but no plural or select. */
const CASE_TEXT = String.raw`(?:[^{}]|\{[^{}]*\})*`;
const INNERMOST_CONSTRUCT = new RegExp(
  String.raw`\{(\w+), (?:plural|select|selectordinal),((?:\s*=?\w+ \{${CASE_TEXT}\})+)\s*\}`,
);
const OTHER_CASE = new RegExp(String.raw`\bother \{(${CASE_TEXT})\}`);

/** An ICU message in readable form: the `other` case of each plural and select, with the names of the values. */
export function plainMessage(text: string): string {
  const [construct, name, cases = ''] = INNERMOST_CONSTRUCT.exec(text) ?? [];
  if (construct === undefined) return text;
  const [, other = ''] = OTHER_CASE.exec(cases) ?? [];
  return plainMessage(text.replace(construct, () => other.replaceAll('#', `{${name}}`)));
}

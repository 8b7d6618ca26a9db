/** Matches the text of a case in an ICU message. The text may contain placeholders, but no plural and no select. */
const CASE_TEXT = String.raw`(?:[^{}]|\{[^{}]*\})*`;
/** Matches a plural or select that contains no other plural or select. */
const INNERMOST_CONSTRUCT = new RegExp(
  String.raw`\{(\w+), (?:plural|select|selectordinal),((?:\s*=?\w+ \{${CASE_TEXT}\})+)\s*\}`,
);
const OTHER_CASE = new RegExp(String.raw`\bother \{(${CASE_TEXT})\}`);

/** An ICU message in readable form: each plural and select is replaced by its case `other`, and `#` by the name of the value. */
export function plainMessage(text: string): string {
  const [construct, name, cases = ''] = INNERMOST_CONSTRUCT.exec(text) ?? [];
  if (construct === undefined) return text;
  const [, other = ''] = OTHER_CASE.exec(cases) ?? [];
  return plainMessage(text.replace(construct, () => other.replaceAll('#', `{${name}}`)));
}

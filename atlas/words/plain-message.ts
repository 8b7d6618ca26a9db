/** The text of a case that contains values, but no plural or select. */
const CASE = String.raw`(?:[^{}]|\{[^{}]*\})*`;
const INNERMOST = new RegExp(
  String.raw`\{(\w+), (?:plural|select|selectordinal),((?:\s*=?\w+ \{${CASE}\})+)\s*\}`,
);
const OTHER = new RegExp(String.raw`\bother \{(${CASE})\}`);

/** An ICU message in readable form: the `other` case of each plural and select, with the names of the values. */
export function plainMessage(text: string): string {
  const [construct, name, cases = ''] = INNERMOST.exec(text) ?? [];
  if (construct === undefined) return text;
  const [, other = ''] = OTHER.exec(cases) ?? [];
  return plainMessage(text.replace(construct, () => other.replaceAll('#', `{${name}}`)));
}

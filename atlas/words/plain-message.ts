/** The index of the brace that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** An ICU message to read: of each plural and select its `other` case, with the names of the values. */
export function plainMessage(text: string): string {
  const found = /\{(\w+), (?:plural|select|selectordinal), /.exec(text);
  if (!found) return text;
  const end = closing(text, found.index);
  let cases = text.slice(found.index + found[0].length, end);
  while (!cases.startsWith('other ')) cases = cases.slice(closing(cases, cases.indexOf('{')) + 1).trimStart();
  const other = plainMessage(cases.slice(cases.indexOf('{') + 1, -1)).replaceAll('#', `{${found[1]}}`);
  return plainMessage(`${text.slice(0, found.index)}${other}${text.slice(end + 1)}`);
}

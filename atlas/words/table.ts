/** The rows below the head of the first table in a Markdown text, cell by cell. */
export function parseTable(markdown: string): readonly (readonly string[])[] {
  const lines = markdown.split(/\r?\n/);
  const head = lines.findIndex((line) => /^-+( \| -+)+$/.test(line));
  if (head < 0) return [];
  return lines
    .slice(head + 1)
    .filter((line) => line.includes(' |'))
    .map((line) => line.replace(/(?: \|)+\s*$/, ''))
    .map((line) => line.split(/ \|(?: |$)/).map((cell) => cell.trim()));
}

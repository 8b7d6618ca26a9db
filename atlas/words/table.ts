/** The rows of the first table in a Markdown text, without its header. A row is a list of the texts of its cells. */
export function parseTable(markdown: string): readonly (readonly string[])[] {
  const lines = markdown.split(/\r?\n/);
  const separatorIndex = lines.findIndex((line) => /^-+( \| -+)+$/.test(line));
  if (separatorIndex < 0) return [];
  return lines
    .slice(separatorIndex + 1)
    .filter((line) => line.includes(' |'))
    .map((line) => line.replace(/(?: \|)+\s*$/, ''))
    .map((line) => line.split(/ \|(?: |$)/).map((cell) => cell.trim()));
}

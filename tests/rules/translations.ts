import type { SourceFile } from '#tools/source/project-files.ts';

/** The parts of a document that are the same in every language, by kind. */
type Structure = Readonly<Record<string, readonly string[]>>;

/** A block of commands. */
const COMMAND_BLOCK = /^```.*?^```/gms;
const LANGUAGE_LINK = /^\[[^\]]+\]\(README(?:\.ko)?\.md\)$/gm;
/** The border of a table cell. */
const CELL_BORDER = /(?<!\\)\|/;

const matches = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([all]) => all);

const codeIn = (text: string): string[] => matches(text, /`[^`\n]+`/g).sort();
const addressesIn = (text: string): string[] =>
  [...text.matchAll(/<(https?:[^>]+)>|\]\(([^)]+)\)/g)]
    .map(([, bare, linked]) => bare ?? linked ?? '')
    .sort();

/** The parts of a row that are the same in both languages: code, addresses and figures of each cell. */
const rowOf = (line: string): string =>
  line
    .split(CELL_BORDER)
    .slice(1, -1)
    .map((cell) =>
      /^[\s\d.:-]+$/.test(cell) ? cell.trim() : [...codeIn(cell), ...addressesIn(cell)].join(' '),
    )
    .map((cell) => cell.replace(/-+/, '-'))
    .join(' | ');

function structureOf(text: string): Structure {
  const prose = text.replaceAll(COMMAND_BLOCK, '').replaceAll(LANGUAGE_LINK, '');
  const lines = prose.split('\n');
  return {
    commands: matches(text, COMMAND_BLOCK),
    code: codeIn(prose),
    addresses: addressesIn(prose),
    headings: lines.flatMap((line) => /^#+ /.exec(line) ?? []),
    steps: lines.flatMap((line) => /^(?:\d+\.|-) /.exec(line) ?? []),
    'table rows': lines.filter((line) => line.startsWith('|')).map(rowOf),
  };
}

/** Describes the commands, code, addresses, headings, steps and tables in which a translation differs from its original. */
export function translationProblems(original: SourceFile, translation: SourceFile): string[] {
  const originalStructure = structureOf(original.text);
  const translatedStructure = structureOf(translation.text);
  return Object.keys(originalStructure).flatMap((kind) => {
    const originalParts = originalStructure[kind] ?? [];
    const translatedParts = translatedStructure[kind] ?? [];
    const difference = Array.from({
      length: Math.max(originalParts.length, translatedParts.length),
    }).findIndex((_, index) => originalParts[index] !== translatedParts[index]);
    return difference < 0
      ? []
      : [
          `${translation.path} differs in ${kind}: ${translatedParts[difference] ?? 'nothing'} for ${originalParts[difference] ?? 'nothing'}`,
        ];
  });
}

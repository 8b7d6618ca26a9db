import type { SourceFile } from '#tools/source/project-files.ts';

/**
 * Existing targets of citations: the numbers of the rules and of the sections of the specification, and the decision
 * records.
 */
export type CitationTargets = {
  readonly rules: ReadonlySet<string>;
  readonly sections: ReadonlySet<string>;
  readonly records: ReadonlySet<string>;
};

const NUMBERS = /\d+(?:(?:, | and | or | to )\d+)*/;
const RULES = new RegExp(`\\b[Rr]ules? (${NUMBERS.source})`, 'g');
const SECTIONS = /\b(?:spec|specification) sections? ((?:[1-9](?!\d)(?:, | and | or | to )?)+)/g;
const RECORDS = /\bADR-\d{4}\b/g;

/** Documents that are not in the project. */
const MISSING_DOCUMENTS = /\b(design section|decision record|decisions\.md|spec\.md|requirements\.md)\b/g;

/** The beginning of a rule in docs/rules.md, with its number. */
export const RULE = /^- \*\*(\d+)\*\* /gm;

/** Matches a comment that contains only the number of a rule or section. */
const BARE_NUMBER =
  /(?:^|\s)(?:\/\/|\/\*\*?)\s*\(?(?:[Rr]ules?|[Ss]pec sections?) \d[\d, ]*\)?\.?\s*(?:\*\/)?\s*$/;

const numbersIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? []);

/** Describes the references of a file to missing rules, sections, records and documents, and comments that are only a number. */
export function referenceProblems({ path, text }: SourceFile, targets: CitationTargets): string[] {
  const missingTargets = (kind: string, cited: readonly string[], existing: ReadonlySet<string>) =>
    cited
      .filter((name) => !existing.has(name))
      .map((name) => `${path} cites ${kind} ${name}, which does not exist`);
  return [
    ...missingTargets('rule', numbersIn(text, RULES), targets.rules),
    ...missingTargets('section', numbersIn(text, SECTIONS), targets.sections),
    ...missingTargets('record', text.match(RECORDS) ?? [], targets.records),
    ...(text.match(MISSING_DOCUMENTS) ?? []).map(
      (name) => `${path} cites "${name}", which is not in the project`,
    ),
    ...text
      .split('\n')
      .flatMap((line, index) =>
        BARE_NUMBER.test(line) ? [`${path}:${index + 1} has a comment that is only a number`] : [],
      ),
  ];
}

/** The rules, sections and records in documents that can be cited. */
export const citationTargetsIn = (documents: readonly SourceFile[]): CitationTargets => {
  const textOf = (path: string) => documents.find((document) => document.path === path)?.text ?? '';
  const numbers = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, number = '']) => number));
  return {
    rules: numbers(textOf('docs/rules.md'), RULE),
    sections: numbers(textOf('docs/specification.md'), /^## (\d+)\. /gm),
    records: new Set(documents.flatMap(({ path }) => path.match(/decisions\/(ADR-\d{4})/)?.[1] ?? [])),
  };
};

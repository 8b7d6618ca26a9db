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

/** A comment whose only content is a number. */
const BARE = /(?:^|\s)(?:\/\/|\/\*\*?)\s*\(?(?:[Rr]ules?|[Ss]pec sections?) \d[\d, ]*\)?\.?\s*(?:\*\/)?\s*$/;

const numbersIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap(([, numbers = '']) => numbers.match(/\d+/g) ?? []);

/** References of a file to missing things, and comments that are only a number. */
export function referenceProblems({ path, text }: SourceFile, cited: CitationTargets): string[] {
  const unknown = (kind: string, found: readonly string[], known: ReadonlySet<string>) =>
    found
      .filter((name) => !known.has(name))
      .map((name) => `${path} cites ${kind} ${name}, which does not exist`);
  return [
    ...unknown('rule', numbersIn(text, RULES), cited.rules),
    ...unknown('section', numbersIn(text, SECTIONS), cited.sections),
    ...unknown('record', text.match(RECORDS) ?? [], cited.records),
    ...(text.match(MISSING_DOCUMENTS) ?? []).map(
      (name) => `${path} cites "${name}", which is not in the project`,
    ),
    ...text
      .split('\n')
      .flatMap((line, index) =>
        BARE.test(line) ? [`${path}:${index + 1} has a comment that is only a number`] : [],
      ),
  ];
}

/** The citable numbers of the documents of the project. */
export const citedIn = (documents: readonly SourceFile[]): CitationTargets => {
  const textOf = (path: string) => documents.find((document) => document.path === path)?.text ?? '';
  const numbers = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, number = '']) => number));
  return {
    rules: numbers(textOf('docs/rules.md'), RULE),
    sections: numbers(textOf('docs/specification.md'), /^## (\d+)\. /gm),
    records: new Set(documents.flatMap(({ path }) => path.match(/decisions\/(ADR-\d{4})/)?.[1] ?? [])),
  };
};

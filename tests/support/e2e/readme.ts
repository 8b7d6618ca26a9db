import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#tests/support/e2e/texts.ts';

/** A numbered step of "What to try" in a README. */
export type ReadmeStep = {
  /** The text of the step, on one line. */
  readonly text: string;
  /** The texts in bold: labels of buttons and links. */
  readonly labels: readonly string[];
  /** The texts set as code: IDs and the password. */
  readonly codes: readonly string[];
  /** Paths of the lab's pages. */
  readonly paths: readonly string[];
};

const README_FILES: Readonly<Record<Language, { readonly name: string; readonly title: string }>> = {
  ko: { name: 'README.ko.md', title: '직접 써 보기' },
  en: { name: 'README.md', title: 'What to try' },
};

const ROOT = join(import.meta.dirname, '..', '..', '..');

const matchesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, inside = '']) => inside);

const stepOf = (text: string): ReadmeStep => ({
  text,
  labels: matchesIn(text, /\*\*(.+?)\*\*/g),
  codes: matchesIn(text, /`(.+?)`/g),
  paths: matchesIn(text, /<http:\/\/localhost:8081(\/.+?)>/g),
});

/** The steps of "What to try" in the README of a language. */
export function readmeSteps(language: Language): readonly ReadmeStep[] {
  const { name, title } = README_FILES[language];
  const section = readFileSync(join(ROOT, name), 'utf8').split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^\d+\. (.+(?:\n {3}.+)*)/gm)].map(([, text = '']) =>
    stepOf(text.replaceAll(/\n +/g, ' ')),
  );
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { openProject } from '#atlas/config.ts';
import { readWords } from '#atlas/words/read.ts';
import { fileProblems } from '#tests/rules/file-rules.ts';
import { machineSourceProblems } from '#tests/rules/machine-source.ts';
import { structureProblems } from '#tests/rules/machine-structure.ts';
import { keyProblems } from '#tests/rules/message-keys.ts';
import { machinesAmong } from '#tests/support/machines.ts';
import { entriesFor } from '#tools/new-flow/entries.ts';
import { namesOf } from '#tools/new-flow/names.ts';
import { skeletonOf } from '#tools/new-flow/skeleton.ts';
import { projectFiles, type SourceFile } from '#tools/source/project-files.ts';
import { nodesOf } from '#tools/source/syntax.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Returns the machines that this source exports; writes no file. */
async function machinesIn(text: string): Promise<readonly AnyStateMachine[]> {
  const script = stripTypeScriptTypes(text).replaceAll(
    /from '(#|xstate)([^']*)'/g,
    (_, root: string, rest: string) =>
      root === '#' ? `from '${pathToFileURL(join(ROOT, rest))}'` : `from '${import.meta.resolve(root)}'`,
  );
  const exports: object = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  return machinesAmong(exports);
}

describe.each(['trial', 'two-words'])('the skeleton of the flow "%s"', (name) => {
  const names = namesOf(name);
  const addedFiles: readonly SourceFile[] = [...skeletonOf(names)].map(([path, text]) => ({ path, text }));
  const entries = entriesFor(names, read);
  const changedFiles: readonly SourceFile[] = [...entries].map(([path, text]) => ({ path, text }));

  test('follows the rules for files', () => {
    const sources = [...addedFiles, ...changedFiles].filter(({ path }) => /\.tsx?$/.test(path));
    expect(sources.flatMap(nodesOf).length).toBeGreaterThan(0);
    expect(sources.flatMap(fileProblems)).toEqual([]);
  });

  test('follows the rules for machines', async () => {
    const files = addedFiles.filter(({ path }) => /^machines\/.*\.ts$/.test(path));
    expect(files.flatMap(machineSourceProblems)).toEqual([]);
    const machines = await machinesIn(files[0]?.text ?? '');
    expect(machines.map(({ id }) => id)).toEqual([name]);
    expect(machines.flatMap(structureProblems)).toEqual([]);
  });

  test.each(['ko', 'en'])('has a text for every key in %s', (language) => {
    const keys = ['', 'flows.', 'errors.'].flatMap((file) => {
      const path = `i18n/${file}${language}.json`;
      return Object.keys(JSON.parse(entries.get(path) ?? read(path)));
    });
    const files = addedFiles.filter(({ path }) => /\.tsx?$/.test(path) && !path.startsWith('tests/'));
    const events = [`${names.dotted}.retry`, `${names.dotted}.leave`];
    const problems = keyProblems({ keys, files, events, built: [] });
    expect(keys).toContain(`title.${names.camel}`);
    expect(problems.filter((problem) => problem.endsWith('has no text'))).toEqual([]);
    expect(problems).not.toContain(`title.${names.camel} is not used`);
  });

  test('has words for the charts in both languages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'munjigi-words-'));
    try {
      for (const { path, text } of addedFiles.filter((file) => file.path.endsWith('words.md'))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const { states, events, ports, guards, values } = readWords(await openProject(folder, ROOT));
      expect(Object.keys(states)).toEqual(['', '.loading', '.shown', '.failed'].map((end) => name + end));
      expect(Object.keys(events)).toEqual([`${names.dotted}.retry`, `${names.dotted}.leave`]);
      expect([ports, guards, values].map(Object.keys)).toEqual([['fetchData'], [`${name}.isLoaded`], [name]]);
      const words = [states, events, ports, guards, values].flatMap((table) => Object.values(table));
      expect(words.filter(({ ko, en }) => ko.name === '' || en.name === '')).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('adds lines to exactly five files', () => {
    expect(changedFiles.map(({ path }) => path)).toHaveLength(5);
    for (const { path, text } of changedFiles) {
      const linesBefore = read(path).split('\n');
      const lines = text.split('\n');
      expect(lines.filter((line) => !linesBefore.includes(line)).length, path).toBeGreaterThan(0);
      expect(
        linesBefore.filter((line) => !lines.includes(line)),
        path,
      ).toEqual([]);
    }
  });
});

test.each(['', 'Trial', 'self_auth', '-a', '../x'])('"%s" is not a valid flow name', (name) => {
  expect(() => namesOf(name)).toThrow('is not a flow name');
});

test('a file without the line before which an entry belongs causes an error', () => {
  expect(() => entriesFor(namesOf('trial'), () => '')).toThrow('There is no');
});

test('the tool has three files', () => {
  expect(projectFiles('tools/new-flow/*.ts')).toHaveLength(3);
});

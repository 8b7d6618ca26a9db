import { describe, expect, test } from 'vitest';
import { projectFiles, type SourceFile } from '#tools/source/project-files.ts';
import { translationProblems } from './translations.ts';

const file = (path: string, text: string): SourceFile => ({ path, text });

function read(path: string): SourceFile {
  const [match] = projectFiles(path);
  if (!match) throw new Error(`There is no ${path}`);
  return match;
}

test('the Korean README has the commands, addresses and tables of the English README', () => {
  expect(translationProblems(read('README.md'), read('README.ko.md'))).toEqual([]);
});

/** Matches commands that are steps of `npm test`. The README does not have to list them. */
const STEP_OF_TEST = /^check:/;

test('the README has a line for every command', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json').text);
  const listedCommands = [...read('README.md').text.matchAll(/^\| `npm (?:run )?([\w:]+)/gm)].map(
    ([, name]) => name,
  );
  const commands = Object.keys(scripts).filter((name) => !STEP_OF_TEST.test(name));
  expect(listedCommands.toSorted()).toEqual(commands.toSorted());
});

describe('a translation', () => {
  const ENGLISH = [
    '# Portal',
    '[한국어](README.ko.md)',
    'Open <http://localhost:1/a> with `PORT`, see [flows](docs/flows).',
    '```',
    'npm start',
    '```',
    '1. Sign in.',
    '| command | does |',
    '| ------- | ---- |',
    '| `npm test` | tests in 2 minutes |',
    '| size | 12.5 |',
  ].join('\n');
  const KOREAN = [
    '# 포털',
    '[English](README.md)',
    '`PORT`를 주고 <http://localhost:1/a>를 여세요. [흐름](docs/flows)도 있어요.',
    '```',
    'npm start',
    '```',
    '1. 로그인하세요.',
    '| 명령 | 하는 일 |',
    '| ---- | ------- |',
    '| `npm test` | 2분 동안 테스트 |',
    '| 크기 | 12.5 |',
  ].join('\n');
  const problems = (korean: string) =>
    translationProblems(file('README.md', ENGLISH), file('README.ko.md', korean));

  test('with the same structure is accepted', () => {
    expect(problems(KOREAN)).toEqual([]);
  });

  test.each([
    ['another command', 'npm start', 'npm run start', 'commands'],
    ['another setting', '`PORT`', '`PORTS`', 'code'],
    ['another address', 'localhost:1/a', 'localhost:2/a', 'addresses'],
    ['another document', '(docs/flows)', '(docs/flow)', 'addresses'],
    ['another section', '# 포털', '## 포털', 'headings'],
    ['a missing step', '1. 로그인하세요.', '로그인하세요.', 'steps'],
    ['another figure', '12.5', '12.6', 'table rows'],
    ['a missing row', '| 크기 | 12.5 |', '', 'table rows'],
    ['an additional column', '| 크기 | 12.5 |', '| 크기 | 12.5 | 새것 |', 'table rows'],
  ])('with %s is reported', (_, before, after, kind) => {
    const differences = problems(KOREAN.replace(before, after));
    expect(differences).toHaveLength(1);
    expect(differences[0]).toContain(`README.ko.md differs in ${kind}`);
  });
});

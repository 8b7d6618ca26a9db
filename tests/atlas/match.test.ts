import { expect, test } from 'vitest';
import { findMatches, searchText } from '#atlas/site/match.ts';

const entryOf = (text: string) => ({ names: searchText(text), text: searchText(text), weight: 1 });
const ENTRIES = [
  'code is blocked',
  'locked code',
  'SMS 코드의 유효 시간',
  'linkLifetime',
  'a wait of 30 s',
].map(entryOf);
const SYNONYMS = [
  ['문자', 'SMS'],
  ['second step', '추가 인증', 'locked'],
];

test.each([
  ['locked', ['locked code']],
  ['code locked', ['locked code']],
  ['codes?', ['code is blocked', 'locked code']],
  ['문자 유효 시간', ['sms 코드의 유효 시간']],
  ['시간을 sms로', ['sms 코드의 유효 시간']],
  ['추가 인증', ['locked code']],
  ['lifetime', ['linklifetime link lifetime']],
  ['3 wait', ['a wait of 30 s']],
  ['the wait', ['a wait of 30 s']],
  ['a wait of', ['a wait of 30 s']],
  ['.*', []],
])('the search for "%s" finds %o', (question, names) => {
  const { entries: found } = findMatches(ENTRIES, question, SYNONYMS);
  expect(found.map((each) => each.names)).toEqual(names);
});

test('the entries with most words are found when no entry has every word', () => {
  expect(findMatches(ENTRIES, 'code locked yesterday', [])).toMatchObject({
    hasEveryWord: false,
    entries: [{ names: 'locked code' }],
  });
  expect(findMatches(ENTRIES, 'code locked', []).hasEveryWord).toBe(true);
});

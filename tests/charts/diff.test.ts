import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { changedCharts } from '#atlas/diff/chart-pairs.ts';
import { compareMachines, compareTexts } from '#atlas/diff/compare.ts';
import { diffPage } from '#atlas/diff/page.ts';
import { reportOf } from '#atlas/diff/report.ts';
import { diffMarking, unionOf } from '#atlas/diff/union.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import { NO_WORDS } from '#atlas/words/labels.ts';

const kit = setup({
  types: { events: {} as { type: 'door.push' } | { type: 'door.lock' } | { type: 'door.knock' } },
  guards: { isFree: () => true },
  actions: { ring: () => undefined },
});

const said = (name: string) => ({ name, sentence: '' });

const before = describeMachine(
  kit.createMachine({
    id: 'door',
    initial: 'shut',
    states: {
      shut: {
        description: 'Nobody comes in.',
        on: { 'door.push': 'open', 'door.knock': { actions: 'ring' }, 'door.lock': 'locked' },
      },
      open: { description: 'Anybody comes in.', on: { 'door.push': 'shut' } },
      locked: { description: 'Nobody comes in at all.' },
    },
  }),
  new Set(),
);

const after = describeMachine(
  kit.createMachine({
    id: 'door',
    initial: 'shut',
    states: {
      shut: {
        description: 'Whoever knocks comes in.',
        on: {
          'door.push': [{ guard: 'isFree', target: 'open' }, { target: 'ajar' }],
          'door.knock': { target: 'open', actions: 'ring' },
        },
      },
      open: { description: 'Anybody comes in.', on: { 'door.push': 'shut' } },
      ajar: { description: 'A cat comes in.' },
    },
  }),
  new Set(),
);

const [diff] = compareMachines([before], [after]);
if (!diff) throw new Error('There is a difference');

describe('changes of a machine', () => {
  test('names states that were added, removed and changed', () => {
    expect(diff.states.map(({ change, id }) => [change, id])).toEqual([
      ['changed', 'door.shut'],
      ['added', 'door.ajar'],
      ['removed', 'door.locked'],
    ]);
    expect(diff.states[0]?.before).toContain('Nobody comes in.');
    expect(diff.states[0]?.after).toContain('Whoever knocks comes in.');
  });

  test('names transitions with their text before and after', () => {
    expect(diff.transitions.map(({ change, before: was, after: is }) => [change, was, is])).toEqual([
      ['added', '', 'door.shut: event door.push [isFree] → door.open'],
      ['changed', 'door.shut: event door.push → door.open', 'door.shut: event door.push → door.ajar'],
      [
        'changed',
        'door.shut: event door.knock → (stays) / ring',
        'door.shut: event door.knock → door.open / ring',
      ],
      ['removed', 'door.shut: event door.lock → door.locked', ''],
    ]);
  });

  test('is nothing for the same machine, whatever its position', () => {
    expect(compareMachines([before], [before])).toEqual([]);
  });

  test('is everything for a machine that was added or removed', () => {
    const changes = (found: ReturnType<typeof compareMachines>) => [
      ...new Set(
        found.flatMap(({ states, transitions }) => [...states, ...transitions].map((each) => each.change)),
      ),
    ];
    expect(changes(compareMachines([], [after]))).toEqual(['added']);
    expect(changes(compareMachines([before], []))).toEqual(['removed']);
  });
});

describe('the chart of changes', () => {
  test('has removed states next to present ones', () => {
    const union = unionOf(before, after, diff);
    expect(union.states.map(({ id }) => id)).toEqual([...after.states.map(({ id }) => id), 'door.locked']);
    expect(new Set(union.transitions.map(({ id }) => id)).size).toBe(after.transitions.length + 1);
  });

  test('marks each change, also by a symbol, and nothing else', () => {
    const { markOf } = diffMarking(diff);
    const [gone] = unionOf(before, after, diff).transitions.filter(({ id }) => id.startsWith('removed '));
    expect(markOf('door.ajar')?.symbol).toBe('+');
    expect(markOf('door.shut')?.symbol).toBe('~');
    expect(markOf('door.locked')?.symbol).toBe('−');
    expect(markOf(gone?.id ?? '')?.symbol).toBe('−');
    expect(markOf('door.open')).toBeNull();
  });

  test('has the same positions before and after', () => {
    const [layout] = changedCharts(
      { machine: before, words: NO_WORDS },
      { machine: after, words: NO_WORDS },
      diff,
      {},
    );
    const [was, is] = [layout?.en.before ?? '', layout?.en.after ?? ''];
    const positionOf = (svg: string, id: string) =>
      new RegExp(`data-state="${id}">\\n?<rect x="(\\d+)" y="(\\d+)"`).exec(svg)?.slice(1);
    expect(was).toContain('data-state="door.locked"');
    expect(is).not.toContain('data-state="door.locked"');
    expect(is).toContain('data-state="door.ajar"');
    expect(positionOf(was, 'door.open')).toBeDefined();
    expect(positionOf(was, 'door.open')).toEqual(positionOf(is, 'door.open'));
    expect(is).toContain('mark-added');
    expect(was).toContain('mark-removed');
  });

  test('is one self-contained page in both languages', () => {
    const revision = (machine: typeof before) => ({
      machines: [machine],
      texts: { ko: { a: '가' }, en: { a: 'A' } },
      words: NO_WORDS,
    });
    const reports = (['ko', 'en'] as const).map((language) =>
      reportOf(revision(before), revision(after), language),
    );
    const screens = {
      'door.shut': { ko: { before: 'data:a', after: 'data:b' }, en: { before: 'data:c', after: 'data:c' } },
    };
    const page = diffPage(reports, { charts: {}, screens, remarks: [], problem: null }, 'v1');
    expect(page).toContain('무엇이 바뀌었나요');
    expect(page).toContain('What has changed');
    expect(page).toContain('Whoever knocks comes in.');
    expect(page).toContain('aria-label="한국어, door.shut: 전"');
    expect(page).toContain('aria-label="Korean, door.shut: after"');
    expect(page).toContain('aria-label="English, door.shut: the same before and after"');
    expect(page.match(/"data:\w/g)).toEqual(['"data:a', '"data:b', '"data:c']);
    const disclosures = /<details>.*?<\/details>/gs;
    expect(page).toContain('<p>door.shut: event door.push [isFree] → door.open</p>');
    expect(page.replaceAll(disclosures, '')).not.toContain('event door.push');
    expect(page).not.toMatch(/(src|href)="(http|\/)/);
  });
});

test('other changes of a state are described in the language of the report', () => {
  const shut = (title: string, path: string, entry: 'ring' | []) =>
    describeMachine(
      kit.createMachine({
        id: 'door',
        initial: 'shut',
        states: { shut: { description: 'Nobody comes in.', meta: { title, path }, entry } },
      }),
      new Set(),
    );
  const revision = (machine: typeof before) => ({
    machines: [machine],
    texts: { ko: { a: '닫힌 문', b: '잠긴 문' }, en: { a: 'A shut door', b: 'A locked door' } },
    words: { ...NO_WORDS, actions: { ring: { ko: said('벨을 울림'), en: said('rings') } } },
  });
  const changesIn = (language: 'ko' | 'en') =>
    reportOf(revision(shut('a', '/shut', [])), revision(shut('b', '/shut', 'ring')), language)
      .parts.flatMap(({ lines }) => lines)
      .filter(({ kind }) => kind === 'state')
      .map((line) => [line.before, line.after]);
  expect(changesIn('ko')).toEqual([[['화면 제목: 닫힌 문'], ['화면 제목: 잠긴 문', '들어올 때: 벨을 울림']]]);
  expect(changesIn('en')).toEqual([
    [['Title of the screen: A shut door'], ['Title of the screen: A locked door', 'On entry: rings']],
  ]);
});

test('texts that were added, removed and changed are listed by language', () => {
  const found = compareTexts(
    { ko: { 'door.open': '열려 있어요', 'door.shut': '닫혀 있어요' }, en: { 'door.open': 'Open' } },
    { ko: { 'door.open': '문이 열려 있어요' }, en: { 'door.open': 'Open', 'door.ajar': 'Ajar' } },
  );
  expect(found).toEqual([
    { language: 'ko', change: 'changed', id: 'door.open', before: '열려 있어요', after: '문이 열려 있어요' },
    { language: 'ko', change: 'removed', id: 'door.shut', before: '닫혀 있어요', after: '' },
    { language: 'en', change: 'added', id: 'door.ajar', before: '', after: 'Ajar' },
  ]);
});

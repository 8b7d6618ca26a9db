import { describe, expect, test } from 'vitest';
import { setup } from 'xstate';
import { changedCharts, changeMarksOf } from '#atlas/diff/changed-charts.ts';
import { diffPage } from '#atlas/diff/page.ts';
import { type ReportLine, reportOf } from '#atlas/diff/report.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import type { Catalogues } from '#atlas/words/types.ts';
import { NO_WORDS } from './machine.ts';

const doorSetup = setup({
  types: { events: {} as { type: 'door.push' } | { type: 'door.lock' } | { type: 'door.knock' } },
  guards: { isFree: () => true },
  actions: { ring: () => undefined },
});

const words = (name: string) => ({ name, sentence: '' });

const before = describeMachine(
  doorSetup.createMachine({
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
  doorSetup.createMachine({
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

type Machines = readonly (typeof before)[];
const NO_TEXTS: Catalogues = { ko: {}, en: {} };
const linesOf = (
  oldMachines: Machines,
  newMachines: Machines,
  kind?: ReportLine['kind'],
): readonly ReportLine[] =>
  reportOf(
    { machines: oldMachines, texts: NO_TEXTS, words: NO_WORDS },
    { machines: newMachines, texts: NO_TEXTS, words: NO_WORDS },
    'en',
  )
    .sections.flatMap(({ lines }) => lines)
    .filter((line) => kind === undefined || line.kind === kind);
const lines = linesOf([before], [after]);
const SIDES = {
  before: { machine: before, words: NO_WORDS },
  after: { machine: after, words: NO_WORDS },
};

describe('changes of a machine', () => {
  test('have the states that were added, removed and changed', () => {
    const states = linesOf([before], [after], 'state');
    expect(states.map(({ change, id }) => [change, id])).toEqual([
      ['changed', 'door.shut'],
      ['added', 'door.ajar'],
      ['removed', 'door.locked'],
    ]);
    expect(states[0]?.before).toContain('Nobody comes in.');
    expect(states[0]?.after).toContain('Whoever knocks comes in.');
  });

  test('have the transitions with their texts before and after', () => {
    const transitions = linesOf([before], [after], 'transition');
    expect(transitions.map((line) => [line.change, line.before, line.after])).toEqual([
      ['added', [], ['door push · if is free → open']],
      ['changed', ['door push → open'], ['door push · otherwise → ajar']],
      ['changed', ['door knock → stays (ring)'], ['door knock → open (ring)']],
      ['removed', ['door lock → locked'], []],
    ]);
  });

  test('are empty for the same machine', () => {
    expect(linesOf([before], [before])).toEqual([]);
  });

  test('have every part of a machine that was added or removed', () => {
    const changes = (reported: readonly ReportLine[]) => [...new Set(reported.map(({ change }) => change))];
    expect(changes(linesOf([], [after]))).toEqual(['added']);
    expect(changes(linesOf([before], []))).toEqual(['removed']);
  });
});

describe('the chart of changes', () => {
  test('marks each change only on the side that has it', () => {
    const sides = [changeMarksOf(lines, 'before', before), changeMarksOf(lines, 'after', after)];
    const marksOf = (id: string) => sides.map((marking) => marking.get(id));
    expect(marksOf('door.ajar')).toEqual([undefined, 'added']);
    expect(marksOf('door.shut')).toEqual(['changed', 'changed']);
    expect(marksOf('door.locked')).toEqual(['removed', undefined]);
    expect(marksOf('door.shut/event:door.push/0')).toEqual(['changed', 'added']);
    expect(marksOf('door.shut/event:door.push/1')).toEqual([undefined, 'changed']);
    expect(marksOf('door.shut/event:door.lock/0')).toEqual(['removed', undefined]);
    expect(marksOf('door.open')).toEqual([undefined, undefined]);
  });

  test('has the same positions before and after', () => {
    const [layout] = changedCharts(SIDES, lines);
    const [oldSvg, newSvg] = [layout?.en.before ?? '', layout?.en.after ?? ''];
    const positionOf = (svg: string, id: string) =>
      new RegExp(`data-state="${id}">\\n?<rect x="(\\d+)" y="(\\d+)"`).exec(svg)?.slice(1);
    expect(oldSvg).toContain('data-state="door.locked"');
    expect(newSvg).not.toContain('data-state="door.locked"');
    expect(newSvg).toContain('data-state="door.ajar"');
    expect(positionOf(oldSvg, 'door.open')).toBeDefined();
    expect(positionOf(oldSvg, 'door.open')).toEqual(positionOf(newSvg, 'door.open'));
    expect(newSvg).toContain('mark-added');
    expect(oldSvg).toContain('mark-removed');
  });

  test('is in one self-contained page in both languages', () => {
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
    expect(page.match(/<figcaption>.*?<img src="data:\w/g)).toEqual([
      '<figcaption>전</figcaption><img src="data:a',
      '<figcaption>후</figcaption><img src="data:b',
      '<figcaption>the same before and after</figcaption><img src="data:c',
    ]);
    expect(page).not.toMatch(/(src|href)="(http|\/)/);
  });
});

test('other changes of a state are described in the language of the report', () => {
  const shut = (title: string, path: string, entry: 'ring' | []) =>
    describeMachine(
      doorSetup.createMachine({
        id: 'door',
        initial: 'shut',
        states: { shut: { description: 'Nobody comes in.', meta: { title, path }, entry } },
      }),
      new Set(),
    );
  const revision = (machine: typeof before) => ({
    machines: [machine],
    texts: { ko: { a: '닫힌 문', b: '잠긴 문' }, en: { a: 'A shut door', b: 'A locked door' } },
    words: { ...NO_WORDS, actions: { ring: { ko: words('벨을 울림'), en: words('rings') } } },
  });
  const changesIn = (language: 'ko' | 'en') =>
    reportOf(revision(shut('a', '/shut', [])), revision(shut('b', '/shut', 'ring')), language)
      .sections.flatMap(({ lines }) => lines)
      .filter(({ kind }) => kind === 'state')
      .map((line) => [line.before, line.after]);
  expect(changesIn('ko')).toEqual([[['화면 제목: 닫힌 문'], ['화면 제목: 잠긴 문', '들어올 때: 벨을 울림']]]);
  expect(changesIn('en')).toEqual([
    [['Title of the screen: A shut door'], ['Title of the screen: A locked door', 'on entry: rings']],
  ]);
});

test('texts that were added, removed and changed are listed by language', () => {
  const revision = (texts: Catalogues) => ({ machines: [], texts, words: NO_WORDS });
  const { sections } = reportOf(
    revision({ ko: { 'door.open': '열려 있어요', 'door.shut': '닫혀 있어요' }, en: { 'door.open': 'Open' } }),
    revision({ ko: { 'door.open': '문이 열려 있어요' }, en: { 'door.open': 'Open', 'door.ajar': 'Ajar' } }),
    'en',
  );
  expect(
    sections.flatMap(({ lines }) => lines).map((each) => [each.change, each.id, each.before, each.after]),
  ).toEqual([
    ['changed', 'ko door.open', ['열려 있어요'], ['문이 열려 있어요']],
    ['added', 'en door.ajar', [], ['Ajar']],
    ['removed', 'ko door.shut', ['닫혀 있어요'], []],
  ]);
});

test('a changed rule marks the transitions that use it', () => {
  const rule = (text: string) => ({ ...before, rules: { 'action ring': text } });
  const [changed] = linesOf([rule('once')], [rule('twice')]);
  expect(changed).toMatchObject({
    kind: 'rule',
    states: ['door.shut'],
    before: ['once'],
    after: ['twice'],
  });
  const marking = changeMarksOf(changed ? [changed] : [], 'after', before);
  expect(marking.get('door.shut/event:door.knock/0')).toBe('changed');
  expect(marking.has('door.shut/event:door.push/0')).toBe(false);
});

test('a removed transition is marked on the earlier chart', () => {
  const [layout] = changedCharts(SIDES, lines);
  expect(layout?.en.before).toMatch(
    /class="line kind-event mark-removed" data-transition="door.shut\/event:door.lock\/0"/,
  );
});

test('a changed value changes the timer that uses it, and is marked on the chart', () => {
  const machine = describeMachine(
    setup({ delays: { patience: () => Number('9') } }).createMachine({
      id: 'bell',
      initial: 'silent',
      states: { silent: { after: { patience: 'ringing' } }, ringing: {} },
    }),
    new Set(),
  );
  const limit = { id: 'patience', ko: '기다리는 시간', en: 'patience', unit: 'seconds', setBy: 'ours' };
  const withValue = (value: string) => ({
    machines: [machine],
    texts: NO_TEXTS,
    words: {
      ...NO_WORDS,
      times: { patience: { ko: '{patience} 뒤', en: 'after {patience}' } },
      fixedValues: [{ ...limit, value }],
    },
  });
  const { sections } = reportOf(withValue('300'), withValue('180'), 'ko');
  expect(sections.map(({ id, lines }) => [id, lines.map((line) => [line.before, line.after])])).toEqual([
    ['limits', [[['300초'], ['180초']]]],
    ['bell', [[['300초 뒤: patience → ringing'], ['180초 뒤: patience → ringing']]]],
  ]);
  const [chart] = changedCharts(
    { before: { machine, words: withValue('300').words }, after: { machine, words: withValue('180').words } },
    sections[1]?.lines ?? [],
  );
  expect(chart?.ko.after).toMatch(/class="line kind-delay mark-changed"[^>]*>(?:(?!<\/g><g).)*180초 뒤/s);
});

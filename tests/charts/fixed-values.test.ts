import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { readCatalogues } from '#atlas/charts/texts.ts';
import { type Report, reportOf, reportText } from '#atlas/diff/report.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import { rulesOf } from '#atlas/model/rules.ts';
import { Labels } from '#atlas/words/labels.ts';
import { limitRows, locationOf, readWords, valueIn } from '#atlas/words/read.ts';
import { project } from '#tests/support/project.ts';
import { projectFiles } from '#tools/source/project-files.ts';

const modules = import.meta.glob<Record<string, unknown>>('/machines/*/*.machine.ts', { eager: true });
const machines = Object.values(modules)
  .flatMap((exports) => Object.values(exports))
  .filter((value): value is AnyStateMachine => value instanceof StateMachine);
const rows = limitRows(project);
const today = { machines: [], texts: readCatalogues(project), words: readWords(project) };

/** The constants of the specification's section 9, in its order, by the name that the catalogue gives them. */
const SECTION_9 = [
  'codeLifetime',
  'qrLifetime',
  'pictureLifetime',
  'linkLifetime',
  'redirectCountdown',
  'successLifetime',
  'secondPushLifetime',
  'pollInterval',
  'pushGroup',
  'qrSize',
  'secondTokens',
  'passkeyName',
  'yubikeyCode',
  'cardCode',
  'otpCode',
  'manualCode',
  'manualOtp',
  'clientKey',
  'offlineAk',
  'passwordLevels',
  'shortestPassword',
  'twoKindsPassword',
  'digitRun',
  'challengeStep',
  'settableDefaults',
  'noDefault',
  'firstAdminLogin',
  'fallbackLanguage',
];

/** The sources of a value. */
const SET_BY = /^(?:(?:spec|rule|standard|setting) .+|ours)$/;

/** Expects a report of one changed rule, with the states whose transitions use it. */
function expectOneRule({ sections }: Report, rule: string): void {
  const rules = sections.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'rule');
  expect(rules.map(({ id }) => id)).toEqual([rule]);
  expect(rules[0]?.states.length).toBeGreaterThan(0);
}

describe('the comparison of two revisions reports', () => {
  test('every constant of section 9 by name', () => {
    expect(SECTION_9.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
  });

  test('origin of the time of every timer', () => {
    const labels = new Labels(today.words, 'en');
    const unset = machines.flatMap((machine) =>
      describeMachine(machine, new Set())
        .transitions.filter(
          ({ kind, name }) => kind === 'delay' && labels.limitsOf(machine.id, name).length === 0,
        )
        .map(({ name }) => `${machine.id}.${name}`),
    );
    expect(unset).toEqual([]);
    const { limits, rules } = today.words;
    expect([...limits, ...rules].filter(({ setBy }) => !SET_BY.test(setBy))).toEqual([]);
    const [document] = projectFiles('docs/rules.md');
    const cited = rules.flatMap(({ setBy }) => (setBy.startsWith('rule') ? (setBy.match(/\d+/g) ?? []) : []));
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter((number) => !document?.text.includes(`- **${number}** `))).toEqual([]);
  });

  test.each(rows)('$id when its source changes', ({ id, where, ko, en }) => {
    const location = locationOf(where);
    const sources = projectFiles(`${location.folder}/**/${location.file}`).map(({ text }) => text);
    const changed = sources.map((source) =>
      source.replace(location.pattern, (whole, value: string) => whole.replace(value, `9${value}`)),
    );
    const value = valueIn(changed, location) ?? '';
    expect(value).not.toBe(valueIn(sources, location));
    const limits = today.words.limits.map((limit) => (limit.id === id ? { ...limit, value } : limit));
    const tell = (language: 'ko' | 'en') =>
      reportText(reportOf(today, { ...today, words: { ...today.words, limits } }, language).sections);
    expect(tell('ko')).toContain(`~ limit ${ko} (${id})`);
    expect(tell('en')).toContain(`~ limit ${en} (${id})`);
  });

  test.each(machines.map((machine) => [machine.id, machine] as const))(
    'a guard of %s that does something else',
    (id, machine) => {
      const before = describeMachine(machine, new Set());
      const name = before.transitions
        .flatMap(({ guard }) => guard?.name.match(/[\w-]+/g) ?? [])
        .find((each) => Object.hasOwn(machine.implementations.guards, each));
      // Few flows decide nothing: of those an action is changed, if there is one.
      const action = before.transitions.flatMap(({ actions }) => actions.map((each) => each.name))[0];
      if (name === undefined && action === undefined) {
        expect(Object.keys(machine.implementations.guards)).toEqual([]);
        return;
      }
      const other = name
        ? machine.provide({ guards: { [name]: () => 'something else' === id } })
        : machine.provide({ actions: { [action ?? '']: () => undefined } });
      const after = describeMachine(other, new Set());
      const report = reportOf({ ...today, machines: [before] }, { ...today, machines: [after] }, 'en');
      expectOneRule(report, name ? `guard ${name}` : `action ${action}`);
    },
  );

  test('a time by its seconds', () => {
    const machine = machines.find(({ id }) => id === 'redirect');
    if (!machine) throw new Error('The redirect page is a flow');
    const [before, after] = [3000, 30].map((redirectCountdown) =>
      describeMachine(machine.provide({ delays: { redirectCountdown } }), new Set()),
    );
    if (!before || !after) throw new Error('There are two revisions');
    const report = reportOf({ ...today, machines: [before] }, { ...today, machines: [after] }, 'en');
    const [line] = report.sections.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'transition');
    expect(line?.before[0]).toContain('after 3 s');
    expect(line?.after[0]).toContain('after 0.03 s');
  });
});

test('the source of a rule has its combined guards', () => {
  const machine = machines.find(({ id }) => id === 'sent-code');
  if (!machine) throw new Error('A sent code is a flow');
  expect(rulesOf(machine)['guard maySend']).toMatch(/^checkNot; guards: /);
});

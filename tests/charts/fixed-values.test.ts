import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { readCatalogues } from '#atlas/charts/texts.ts';
import { type Report, reportOf, reportText } from '#atlas/diff/report.ts';
import { describeMachine } from '#atlas/model/describe.ts';
import { rulesOf } from '#atlas/model/rules.ts';
import { Labels } from '#atlas/words/labels.ts';
import { fixedValueRows, parseLocation, readWords, valueIn } from '#atlas/words/read.ts';
import { project } from '#tests/support/project.ts';
import { projectFiles } from '#tools/source/project-files.ts';

const modules = import.meta.glob<Record<string, unknown>>('/machines/*/*.machine.ts', { eager: true });
const machines = Object.values(modules)
  .flatMap((exports) => Object.values(exports))
  .filter((value): value is AnyStateMachine => value instanceof StateMachine);
const rows = fixedValueRows(project);
const current = { machines: [], texts: readCatalogues(project), words: readWords(project) };

/** The constants of the specification's section 9 in its order, by their names in the catalogue. */
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

  test('the source of the time of every timer', () => {
    const labels = new Labels(current.words, 'en');
    const withoutTime = machines.flatMap((machine) =>
      describeMachine(machine, new Set())
        .transitions.filter(
          ({ kind, name }) => kind === 'delay' && labels.fixedValuesOf(machine.id, name).length === 0,
        )
        .map(({ name }) => `${machine.id}.${name}`),
    );
    expect(withoutTime).toEqual([]);
    const { fixedValues, rules } = current.words;
    expect([...fixedValues, ...rules].filter(({ setBy }) => !SET_BY.test(setBy))).toEqual([]);
    const [document] = projectFiles('docs/rules.md');
    const cited = rules.flatMap(({ setBy }) => (setBy.startsWith('rule') ? (setBy.match(/\d+/g) ?? []) : []));
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter((number) => !document?.text.includes(`- **${number}** `))).toEqual([]);
  });

  test.each(rows)('the limit $id when its source changes', ({ id, where, ko, en }) => {
    const location = parseLocation(where);
    const sources = projectFiles(`${location.folder}/**/${location.file}`).map(({ text }) => text);
    const changed = sources.map((source) =>
      source.replace(location.pattern, (whole, value: string) => whole.replace(value, `9${value}`)),
    );
    const value = valueIn(changed, location) ?? '';
    expect(value).not.toBe(valueIn(sources, location));
    const limits = current.words.fixedValues.map((limit) => (limit.id === id ? { ...limit, value } : limit));
    const reportIn = (language: 'ko' | 'en') =>
      reportText(
        reportOf(current, { ...current, words: { ...current.words, fixedValues: limits } }, language)
          .sections,
      );
    expect(reportIn('ko')).toContain(`~ limit ${ko} (${id})`);
    expect(reportIn('en')).toContain(`~ limit ${en} (${id})`);
  });

  test.each(machines.map((machine) => [machine.id, machine] as const))(
    'a guard of %s whose code has changed',
    (id, machine) => {
      const before = describeMachine(machine, new Set());
      const guardName = before.transitions
        .flatMap(({ guard }) => guard?.name.match(/[\w-]+/g) ?? [])
        .find((each) => Object.hasOwn(machine.implementations.guards, each));
      // In the few machines without guards, an action is changed if there is one.
      const actionName = before.transitions.flatMap(({ actions }) => actions.map((each) => each.name))[0];
      if (guardName === undefined && actionName === undefined) {
        expect(Object.keys(machine.implementations.guards)).toEqual([]);
        return;
      }
      const changedMachine = guardName
        ? machine.provide({ guards: { [guardName]: () => 'another result' === id } })
        : machine.provide({ actions: { [actionName ?? '']: () => undefined } });
      const after = describeMachine(changedMachine, new Set());
      const report = reportOf({ ...current, machines: [before] }, { ...current, machines: [after] }, 'en');
      expectOneRule(report, guardName ? `guard ${guardName}` : `action ${actionName}`);
    },
  );

  test('a changed time in seconds', () => {
    const machine = machines.find(({ id }) => id === 'redirect');
    if (!machine) throw new Error('There is no flow "redirect"');
    const [before, after] = [3000, 30].map((redirectCountdown) =>
      describeMachine(machine.provide({ delays: { redirectCountdown } }), new Set()),
    );
    if (!before || !after) throw new Error('A revision is missing');
    const report = reportOf({ ...current, machines: [before] }, { ...current, machines: [after] }, 'en');
    const [line] = report.sections.flatMap(({ lines }) => lines).filter(({ kind }) => kind === 'transition');
    expect(line?.before[0]).toContain('after 3 s');
    expect(line?.after[0]).toContain('after 0.03 s');
  });
});

test('the source of a rule has its combined guards', () => {
  const machine = machines.find(({ id }) => id === 'sent-code');
  if (!machine) throw new Error('There is no flow "sent-code"');
  expect(rulesOf(machine)['guard maySend']).toMatch(/^checkNot; guards: /);
});

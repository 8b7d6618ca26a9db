import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogues } from '#atlas/charts/texts.ts';
import { readMachines } from '#atlas/model/find.ts';
import { isChoice } from '#atlas/model/screens.ts';
import { activeStatesAt } from '#atlas/screens/path-tree.ts';
import { MACHINES_OF_OTHER_PAGES } from '#cases/portal-cases.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import type { TileReason } from '#machines/chooser/tiles.ts';
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import { project } from '#tests/support/project.ts';
import { findCalls } from '#tools/atlas/calls.ts';
import { refusedWith } from '#tools/atlas/refusal.ts';
import { screensOf } from '#tools/atlas/screen-cache.ts';
import { statesWithoutScreen } from '#tools/atlas/states-without-screen.ts';
import { NAMES } from '#tools/atlas/words.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const machines = await readMachines(project);
const texts = readCatalogues(project);
const screens = await screensOf(ROOT);

describe('the screens of the atlas', () => {
  const variantsOf = (state: string) => screens.states[state]?.variants ?? [];

  const allStates = machines.flatMap((machine) => machine.states.map(({ id }) => id));

  test('exist for every state that a person can stay in; every other state has a reason', () => {
    const reasons = statesWithoutScreen(machines, screens.states, texts);
    expect(Object.keys(reasons).sort()).toEqual(allStates.filter((id) => variantsOf(id).length === 0).sort());
    const lastingStates = machines
      .filter(({ id }) => !Object.hasOwn(BACKGROUND_FLOWS, id) && !MACHINES_OF_OTHER_PAGES.has(id))
      .flatMap((machine) =>
        machine.states.filter((state) => state.type !== 'final' && !isChoice(machine, state)),
      );
    expect(lastingStates.filter(({ id }) => reasons[id])).toEqual([]);
  });

  test('are required, and a state without a screen or a reason is an error', () => {
    for (const id of ['self-auth.naming', 'password-setup', 'register-app.waiting', 'management.choosing']) {
      if (!allStates.includes(id)) throw new Error(`There is no state ${id}`);
      const { [id]: _, ...others } = screens.states;
      expect(() => statesWithoutScreen(machines, others, texts)).toThrow(`no screen of ${id}`);
    }
  });

  test('have variants whose state is active at their moment', () => {
    const misplaced = Object.entries(screens.states).flatMap(([id, { variants }]) =>
      variants.filter(({ moment }) => !activeStatesAt(screens.pathTree, moment).includes(id)),
    );
    expect(misplaced).toEqual([]);
  });

  test('have different links within a state', () => {
    for (const { variants } of Object.values(screens.states)) {
      expect(new Set(variants.map(({ id }) => id)).size).toBe(variants.length);
    }
  });

  test('have names in both languages for all their values', () => {
    const lines = Object.values(screens.states).flatMap(({ variants }) =>
      variants.flatMap(({ values }) => values),
    );
    const names = lines
      .filter((line) => !/^\w+: [XNDYL]\b/.test(line) && !line.startsWith('state: '))
      .map((line) => line.slice(0, line.indexOf(': ')))
      .filter((path) => !/failure/i.test(path))
      .map((path) => path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '');
    expect([...new Set(names)].filter((name) => !Object.hasOwn(NAMES, name))).toEqual([]);
  });

  test('of the chooser show every state that a tile can have', () => {
    const values = variantsOf('chooser.choosing.ready').flatMap((variant) => variant.values);
    const states = new Set(values.flatMap((value) => /^\w+: ([XNDYL])/.exec(value)?.[1] ?? []));
    expect([...states].sort()).toEqual(['D', 'L', 'N', 'X', 'Y']);
  });

  test('of the chooser show every reason that a tile can give', () => {
    const values = Object.keys(screens.states)
      .filter((id) => id.startsWith('chooser.'))
      .flatMap((id) => variantsOf(id).flatMap((variant) => variant.values));
    const reasons = new Set(values.flatMap((value) => /^\w+: [XNDYL] \((\w+)\)$/.exec(value)?.[1] ?? []));
    const allReasons: readonly TileReason[] = [
      'insecure',
      'license',
      'lookingUp',
      'missing',
      'noContact',
      'noSelfAuth',
      'notSetUp',
      'offlineApp',
      'unknown',
    ];
    expect([...reasons].sort()).toEqual(allReasons);
  });

  test('of a refused password show every code of the catalogue that leads there', () => {
    const codes = screens.states['password.refused']?.refusals.find(({ port }) => port === 'logIn')?.codes;
    // 016 restarts the first step and is not shown here.
    expect(codes).toEqual(Object.keys(ERROR_CATALOGUE).filter((code) => code !== '016'));
  });
});

test('only a refusal can have another error code', () => {
  const failure = { kind: 'rejected', status: 401, code: '', message: 'no', details: {} };
  const event = { type: 'xstate.done.actor.poll', output: { at: 7, check: { ok: false, failure } } };
  expect(refusedWith(event, '005_5')).toEqual({
    type: 'xstate.done.actor.poll',
    output: {
      at: 7,
      check: {
        ok: false,
        failure: {
          ...failure,
          status: 400,
          code: '005_5',
          message: '',
          details: { failCount: 2, maxCount: 5, minutes: 30, method: 'SMS' },
        },
      },
    },
  });
  expect(refusedWith({ type: 'x', output: { ok: true, value: 1 } }, '001')).toBeNull();
});

test('the calls of a port are found in the sources', () => {
  const calls = findCalls(ROOT);
  expect(calls['sent-code']?.['sendCode']).toEqual([
    'POST /auth/oauth2/send/sms',
    'POST /auth/oauth2/send/inmail',
    'POST /auth/oauth2/send/exmail',
  ]);
  expect(calls['password']?.['logIn']).toContain('POST /authenticate');
  expect(calls['emergency']?.['logIn']).toEqual(['POST /authenticate']);
  expect(calls['id-entry']?.['checkPolicy']).toEqual(['POST /auth/policy/check']);
});

import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createActor, fromPromise, setup } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { type Drive, drive, leftOf } from '#tests/support/journey/drive.ts';
import { explore, type JourneyModel } from '#tests/support/journey/graph.ts';
import { deadEnds, everyScreenHasTitle, LAWS, violations } from '#tests/support/journey/laws.ts';
import { portalInput } from '#tests/support/model/portal.ts';
import { run } from '#tests/support/model/start.ts';

type Context = { readonly failure: string | null; readonly typed: string };

const kit = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'notice.leave' } | { type: 'code.typed'; code: string },
  },
  actors: {
    sendCode: fromPromise<void>(async () => undefined),
    sendMail: fromPromise<void>(async () => undefined),
  },
  actions: {
    fail: assign({ failure: 'unreachable' }),
    keep: assign(({ event }) => (event.type === 'code.typed' ? { typed: event.code } : {})),
  },
  delays: { patience: 1000 },
});

/** A machine in place of the error page, made to break laws that its types would prevent. */
const page = (config: object): AnyStateMachine =>
  kit.createMachine({
    id: 'error-page',
    context: { failure: null, typed: '' },
    initial: 'shown',
    ...config,
  }) as AnyStateMachine;

const leave = { 'notice.leave': 'done' };
const done = { type: 'final' };

const sound = page({ states: { shown: { on: leave }, done } });

type Config = Readonly<Record<string, unknown>>;

/** The portal with this error page already loaded, and a changed config. */
function portalWith(notice: AnyStateMachine, change: (config: Config) => Config = (config) => config) {
  const config: Config = portalMachine.config as never;
  const toStart = '#portal.id-entry.atLogin';
  const atHand = {
    meta: { path: '/error{reason}', title: '{reason}', replacesEntry: true },
    invoke: { id: 'error-page', src: 'error-page', input: {}, onDone: toStart, onError: toStart },
  };
  const states = { ...(config['states'] as object), 'error-page': atHand };
  const changed = change({ ...config, states });
  return (portalSetup.createMachine(changed as never) as unknown as AnyStateMachine).provide({
    actors: { 'error-page': notice },
  });
}

/** A world in which only the start and the error page can be reached. */
function worldWith(notice: AnyStateMachine, portal: AnyStateMachine = portalWith(notice)): JourneyModel {
  const events = [{ type: 'notice.leave' }, { type: 'code.typed', code: '493817' }];
  const cases = { events, answers: {}, secrets: ['493817'] } as unknown as Cases<AnyStateMachine>;
  return {
    portal,
    portalCases: { events: [], answers: {} },
    flowCases: { 'error-page': cases, 'id-entry': { events: [], answers: {} } },
  };
}

const atError = portalInput({ address: '/error' });
const lawOf = (name: string) => {
  const law = LAWS.find((candidate) => candidate.name === name);
  if (!law) throw new Error(`There is no law "${name}"`);
  return law;
};

const broken = (name: string, notice: AnyStateMachine) => {
  const model = worldWith(notice);
  return violations(lawOf(name), explore(model, atError), model);
};

test('a sound page breaks no law', () => {
  const model = worldWith(sound);
  const graph = explore(model, atError);
  expect(LAWS.flatMap((law) => violations(law, graph, model))).toEqual([]);
  expect(deadEnds(graph, model)).toEqual([]);
});

describe('a law reports a violation with its path', () => {
  test('no dead end', () => {
    const model = worldWith(
      page({ states: { shown: { on: { 'notice.leave': 'stuck' } }, stuck: {}, done } }),
    );
    expect(deadEnds(explore(model, atError), model)).toContainEqual(
      'no dead end: ["error-page",{"error-page":"stuck"}]\n  error-page: notice.leave',
    );
  });

  test('at most one code is being sent', () => {
    const sending = (src: string) => ({ invoke: { id: src, src, onDone: {}, onError: {} } });
    const notice = page({
      type: 'parallel',
      initial: undefined,
      states: { one: sending('sendCode'), two: sending('sendMail') },
    });
    expect(broken('at most one code is being sent', notice)).toEqual([
      'at most one code is being sent: sendCode and sendMail at once\n  (start)',
    ]);
  });

  test('no secret stays once its state is left', () => {
    const notice = page({
      states: {
        shown: { on: { ...leave, 'code.typed': { target: 'next', actions: 'keep' } } },
        next: { on: leave },
        done,
      },
    });
    expect(broken('no secret stays once its state is left', notice)).toEqual([
      'no secret stays once its state is left: error-page keeps 493817\n  error-page: code.typed {"code":"493817"}',
    ]);
  });

  test('no secret stays once its state is left, in the portal too', () => {
    const portal = portalWith(sound, (config) => ({
      ...config,
      context: (given: unknown) => ({
        ...(config['context'] as (given: unknown) => object)(given),
        assertion: '493817',
      }),
    }));
    const model = worldWith(sound, portal);
    expect(
      violations(lawOf('no secret stays once its state is left'), explore(model, atError), model),
    ).toContain('no secret stays once its state is left: portal keeps 493817\n  (start)');
  });

  test('every failure names a next step', () => {
    const notice = page({
      states: { shown: { on: { 'notice.leave': { target: 'failed', actions: 'fail' } } }, failed: {}, done },
    });
    expect(broken('every failure names a next step', notice)).toEqual([
      'every failure names a next step: error-page tells failure and offers nothing\n  error-page: notice.leave',
    ]);
  });

  const moved = portalWith(sound, (config) => ({
    ...config,
    on: { ...(config['on'] as object), 'language.chosen': { target: '.routeByAddress' } },
  }));
  const lost = portalWith(sound, (config) => ({ ...config, on: {} }));

  test('a language change moves no state', () => {
    const model = worldWith(sound, moved);
    const found = violations(lawOf('a language change moves no state'), explore(model, atError), model);
    expect(found[0]).toContain('the flow begins anew');
  });

  test('the start is one step away', () => {
    const model = worldWith(sound, lost);
    const found = violations(lawOf('the start is one step away'), explore(model, atError), model);
    expect(found).toContain('the start is one step away: "/" leads to "error-page"\n  (start)');
  });

  test('every screen has a title in both languages', () => {
    const model = worldWith(sound);
    const catalogues = { ko: { 'notice.notFound': '없어요', 'title.identity': '로그인' }, en: {} };
    expect(violations(everyScreenHasTitle(catalogues), explore(model, atError), model)).toEqual([
      'every screen has a title in both languages: notice.notFound of /error is not there in "en"\n  (start)',
      'every screen has a title in both languages: title.identity of /login is not there in "en"\n  error-page: notice.leave',
    ]);
  });
});

describe('leftovers of a state are found', () => {
  test('a timer', () => {
    const { actor, clock } = run(sound, undefined as never);
    clock.setTimeout(() => undefined, 1000);
    expect(
      leftOf([{ name: 'error-page', snapshot: actor.getSnapshot() }], { waiting: [], timers: clock.timers }),
    ).toEqual(['1 timers still run']);
  });

  test('a call', async () => {
    const driven: Drive = drive();
    const before = driven.waiting().map(({ flow, name }) => `${flow}.${name}`);
    expect(before).toContain('portal.load');
    expect(leftOf([], { waiting: before, timers: 0 })).toContain('the call portal.load still waits');
  });

  test('a listener', () => {
    const { testPortal, leftBehind } = drive();
    expect(leftBehind()).toEqual([]);
    const forgotten = createActor(testPortal.network.logic).start();
    expect(leftBehind()).toEqual(['2 listeners for the network']);
    forgotten.stop();
    expect(leftBehind()).toEqual([]);
  });
});

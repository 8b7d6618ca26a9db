import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, assign, createActor, fromPromise, setup } from 'xstate';
import type { Cases } from '#cases/cases.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import { portalSetup } from '#machines/portal/portal.setup.ts';
import { type DrivenPortal, leftoversOf, openDrivenPortal } from '#tests/support/journey/driven-portal.ts';
import { explore, type JourneyModel } from '#tests/support/journey/graph.ts';
import { deadEnds, everyScreenHasTitle, LAWS, violations } from '#tests/support/journey/laws.ts';
import { portalInput } from '#tests/support/model/portal.ts';
import { run } from '#tests/support/model/start.ts';

type Context = { readonly failure: string | null; readonly typed: string };

const pageSetup = setup({
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
    store: assign(({ event }) => (event.type === 'code.typed' ? { typed: event.code } : {})),
  },
  delays: { patience: 1000 },
});

/** Creates a machine that replaces the error page; untyped, so that it may break laws. */
const errorPageMachine = (config: object): AnyStateMachine =>
  pageSetup.createMachine({
    id: 'error-page',
    context: { failure: null, typed: '' },
    initial: 'shown',
    ...config,
  }) as AnyStateMachine;

const leave = { 'notice.leave': 'done' };
const done = { type: 'final' };

const lawfulPage = errorPageMachine({ states: { shown: { on: leave }, done } });

/** The config of a machine. */
type Config = Readonly<Record<string, unknown>>;

/** The machine of the portal with a loaded error page, and with a changed config. */
function portalWith(
  errorPage: AnyStateMachine,
  changeConfig: (config: Config) => Config = (config) => config,
) {
  const config: Config = portalMachine.config as never;
  const toStart = '#portal.id-entry.withoutRequest';
  const loadedPage = {
    meta: { path: '/error{reason}', title: '{reason}', replacesEntry: true },
    invoke: { id: 'error-page', src: 'error-page', input: {}, onDone: toStart, onError: toStart },
  };
  const states = { ...(config['states'] as object), 'error-page': loadedPage };
  const changedConfig = changeConfig({ ...config, states });
  return (portalSetup.createMachine(changedConfig as never) as unknown as AnyStateMachine).provide({
    actors: { 'error-page': errorPage },
  });
}

/** A model in which only the start page and the error page can be reached. */
function modelWith(
  errorPage: AnyStateMachine,
  portal: AnyStateMachine = portalWith(errorPage),
): JourneyModel {
  const events = [{ type: 'notice.leave' }, { type: 'code.typed', code: '493817' }];
  const cases = { events, answers: {}, secrets: ['493817'] } as unknown as Cases<AnyStateMachine>;
  return {
    portal,
    portalCases: { events: [], answers: {} },
    flowCases: { 'error-page': cases, 'id-entry': { events: [], answers: {} } },
  };
}

const errorInput = portalInput({ address: '/error' });
const lawOf = (name: string) => {
  const law = LAWS.find((candidate) => candidate.name === name);
  if (!law) throw new Error(`There is no law "${name}"`);
  return law;
};

const violationsOf = (name: string, errorPage: AnyStateMachine) => {
  const model = modelWith(errorPage);
  return violations(lawOf(name), explore(model, errorInput), model);
};

test('a page that follows the laws has no violations and no dead end', () => {
  const model = modelWith(lawfulPage);
  const graph = explore(model, errorInput);
  expect(LAWS.flatMap((law) => violations(law, graph, model))).toEqual([]);
  expect(deadEnds(graph, model)).toEqual([]);
});

describe('a law reports a violation with its path', () => {
  test('no dead end', () => {
    const model = modelWith(
      errorPageMachine({ states: { shown: { on: { 'notice.leave': 'stuck' } }, stuck: {}, done } }),
    );
    expect(deadEnds(explore(model, errorInput), model)).toContainEqual(
      'no dead end: ["error-page",{"error-page":"stuck"}]\n  error-page: notice.leave',
    );
  });

  test('at most one code is being sent', () => {
    const sending = (src: string) => ({ invoke: { id: src, src, onDone: {}, onError: {} } });
    const errorPage = errorPageMachine({
      type: 'parallel',
      initial: undefined,
      states: { one: sending('sendCode'), two: sending('sendMail') },
    });
    expect(violationsOf('at most one code is being sent', errorPage)).toEqual([
      'at most one code is being sent: sendCode and sendMail at once\n  (start)',
    ]);
  });

  test('no secret stays after its state has been left', () => {
    const errorPage = errorPageMachine({
      states: {
        shown: { on: { ...leave, 'code.typed': { target: 'next', actions: 'store' } } },
        next: { on: leave },
        done,
      },
    });
    expect(violationsOf('no secret stays after its state has been left', errorPage)).toEqual([
      'no secret stays after its state has been left: error-page stores 493817\n  error-page: code.typed {"code":"493817"}',
    ]);
  });

  test('no secret stays in the portal after its state has been left', () => {
    const portal = portalWith(lawfulPage, (config) => ({
      ...config,
      context: (args: unknown) => ({
        ...(config['context'] as (args: unknown) => object)(args),
        assertion: '493817',
      }),
    }));
    const model = modelWith(lawfulPage, portal);
    expect(
      violations(lawOf('no secret stays after its state has been left'), explore(model, errorInput), model),
    ).toContain('no secret stays after its state has been left: portal stores 493817\n  (start)');
  });

  test('every failure offers a next step', () => {
    const errorPage = errorPageMachine({
      states: { shown: { on: { 'notice.leave': { target: 'failed', actions: 'fail' } } }, failed: {}, done },
    });
    expect(violationsOf('every failure offers a next step', errorPage)).toEqual([
      'every failure offers a next step: error-page shows failure and offers nothing\n  error-page: notice.leave',
    ]);
  });

  const restartingPortal = portalWith(lawfulPage, (config) => ({
    ...config,
    on: { ...(config['on'] as object), 'language.chosen': { target: '.routeByAddress' } },
  }));
  const portalWithoutEvents = portalWith(lawfulPage, (config) => ({ ...config, on: {} }));

  test('a language change does not change the state', () => {
    const model = modelWith(lawfulPage, restartingPortal);
    const problems = violations(
      lawOf('a language change does not change the state'),
      explore(model, errorInput),
      model,
    );
    expect(problems[0]).toContain('the flow begins anew');
  });

  test('the start page is one step away', () => {
    const model = modelWith(lawfulPage, portalWithoutEvents);
    const problems = violations(lawOf('the start page is one step away'), explore(model, errorInput), model);
    expect(problems).toContain('the start page is one step away: "/" leads to "error-page"\n  (start)');
  });

  test('every screen has a title in both languages', () => {
    const model = modelWith(lawfulPage);
    const catalogues = { ko: { 'notice.notFound': '없어요', 'title.identity': '로그인' }, en: {} };
    expect(violations(everyScreenHasTitle(catalogues), explore(model, errorInput), model)).toEqual([
      'every screen has a title in both languages: notice.notFound of /error is missing in "en"\n  (start)',
      'every screen has a title in both languages: title.identity of /login is missing in "en"\n  error-page: notice.leave',
    ]);
  });
});

describe('the leftovers of a state include', () => {
  test('a timer that no active state uses', () => {
    const { actor, clock } = run(lawfulPage, undefined as never);
    clock.setTimeout(() => undefined, 1000);
    expect(
      leftoversOf([{ name: 'error-page', snapshot: actor.getSnapshot() }], {
        waitingCalls: [],
        timerCount: clock.timerCount,
      }),
    ).toEqual(['1 timers still run']);
  });

  test('a call that no active state has made', async () => {
    const drivenPortal: DrivenPortal = openDrivenPortal();
    const waitingCalls = drivenPortal.waitingCalls().map(({ flow, name }) => `${flow}.${name}`);
    expect(waitingCalls).toContain('portal.load');
    expect(leftoversOf([], { waitingCalls, timerCount: 0 })).toContain('the call portal.load still waits');
  });

  test('a listener that was not removed', () => {
    const { testPortal, leftovers } = openDrivenPortal();
    expect(leftovers()).toEqual([]);
    const networkListener = createActor(testPortal.network.logic).start();
    expect(leftovers()).toEqual(['2 listeners for the network']);
    networkListener.stop();
    expect(leftovers()).toEqual([]);
  });
});

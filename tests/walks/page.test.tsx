import '#tests/support/journey/scripted-steps.tsx';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyEventObject, AnyStateNode, StateValue } from 'xstate';
import { clientConfig, SERVICE } from '#cases/samples.ts';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import { JOURNEY_INPUT } from '#tests/support/journey/driven-portal.ts';
import {
  explore,
  type JourneyModel,
  type PathEvent,
  pathText,
  portalWithFlows,
} from '#tests/support/journey/graph.ts';
import type { Law } from '#tests/support/journey/law.ts';
import { shortestPaths, stateValuesOf } from '#tests/support/journey/laws.ts';
import { FLOW_CASES, FLOWS, PORTAL_CASES, routeRequest } from '#tests/support/journey/machines-and-cases.ts';
import { chooseLanguage, type DrivenPage, showPortal } from '#tests/support/journey/page.tsx';
import { randomPageWalk, type WalkStart } from '#tests/support/journey/page-walk.ts';
import { walkFailureText } from '#tests/support/journey/walk.ts';
import { settle } from '#tests/support/ports.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { expectTextsAndTitle, textIn } from '#tests/support/views.tsx';
import { routeCode, TYPE_CODES } from '#wire/type-codes.ts';

/** The number of walks that `npm run walks` requests for the machines, their length and their first seed. */
const { WALKS = IS_TEST_ALL ? '600' : '20', WALK_EVENTS = '20', WALK_SEED = '1' } = process.env;

/** A walk over the page takes longer than a walk over the machines: there are fewer. */
const WALK_COUNT = Math.ceil(Number(WALKS) / 50);

const model: JourneyModel = {
  portal: portalWithFlows(FLOWS),
  portalCases: PORTAL_CASES,
  flowCases: FLOW_CASES,
};
const graph = explore(model, JOURNEY_INPUT);
const starts = shortestPaths(graph);
const walkStart: WalkStart = { model, starts };

/** One vertex for each state of the portal. The walks of the flows cover the states of the flows. */
const screens = [
  ...new Map(starts.map((vertex) => [JSON.stringify(vertex.state.portal.value), vertex] as const)),
];

/** Results whose page title is prescribed by the specification, and does not begin with the heading. */
const LITERAL_TITLES = ['approved', 'rejected', 'used'] as const;

/** Expects that the page has not crashed, shows texts, and has a title that begins with its heading (rule 36). */
function expectCompletePage(language: 'ko' | 'en') {
  expectTextsAndTitle();
  expect(screen.queryByText(textIn(language)('crash.title'))).toBeNull();
  const heading = screen.getByRole('heading', { level: 1, hidden: true }).textContent;
  const literalTitles = LITERAL_TITLES.map((result) => textIn(language)(`title.result.${result}`));
  expect([`${heading} · ${textIn(language)('brand.name')}`, ...literalTitles]).toContain(document.title);
}

/** jsdom has no canvas. The walk of the QR login checks the picture of the QR code. */
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: () => undefined } as never);
});

let page: DrivenPage | undefined;
afterEach(() => page?.close());

describe('a screen has a heading and texts in both languages, and stays the same when the language changes:', () => {
  test.each(screens)('%s', async (value, { path }) => {
    page = await showPortal();
    for (const pathEvent of path) await page.send(pathEvent);
    const before = JSON.stringify(stateValuesOf(page.drivenPortal.state()));
    expect(JSON.stringify(page.drivenPortal.state().portal.value), pathText(path)).toBe(value);
    expectCompletePage('ko');

    await chooseLanguage(page, 'en');
    expectCompletePage('en');
    const heading = screen.getByRole('heading', { level: 1, hidden: true }).textContent;
    expect(`${heading} ${document.title}`).toMatch(/^[^가-힣]*[A-Za-z][^가-힣]*$/);
    expect(JSON.stringify(stateValuesOf(page.drivenPortal.state()))).toBe(before);
  });
});

describe('the retry button loads a part of the portal that failed to load:', () => {
  test.each(screens.filter(([value]) => value.includes('unloaded')))('%s', async (value, { path }) => {
    page = await showPortal();
    const { drivenPortal, user, inAct } = page;
    for (const pathEvent of path) await page.send(pathEvent);
    await inAct(() => user.click(screen.getByRole('button', { name: textIn('ko')('action.retry') })));
    expect(JSON.stringify(drivenPortal.state().portal.value)).toBe(value.replace('unloaded', 'loading'));
    await inAct(() => drivenPortal.testPortal.load());
    expect(drivenPortal.state().flow).not.toBeNull();
    expectCompletePage('ko');
  });
});

/** Named paths that end with an event of the portal itself: one path for each event and each state that handles the event. */
function portalEventPaths() {
  const paths = new Map<string, readonly PathEvent[]>();
  for (const { state, path, edges } of graph.values()) {
    for (const { pathEvent, targetKey } of edges) {
      const { type } = pathEvent.event;
      if (pathEvent.to !== 'portal' || type.startsWith('xstate.')) continue;
      const nodes: readonly AnyStateNode[] = state.portal._nodes;
      const handlingState = nodes.findLast((node) => node.transitions.has(type));
      const next = JSON.stringify(graph.get(targetKey)?.state.portal.value);
      // The tests of addresses check where a requested address leads.
      const name = `${handlingState?.id}: ${type}${handlingState?.parent && type !== 'route.requested' ? ` leads to ${next}` : ''}`;
      if (!paths.has(name)) paths.set(name, [...path, pathEvent]);
    }
  }
  return [...paths];
}

describe('the page is complete after an event of the portal:', () => {
  test.each(portalEventPaths())('%s', async (_, path) => {
    page = await showPortal();
    for (const pathEvent of path) await page.send(pathEvent);
    expectCompletePage(page.drivenPortal.state().portal.context.locale === 'en' ? 'en' : 'ko');
  });
});

/** A path to a state of the portal together with a state of the flow of its screen. */
function pathTo(portalState: StateValue, flowState: StateValue): readonly PathEvent[] {
  const vertex = starts.find(
    ({ state }) => state.portal.matches(portalState as never) && state.flow?.snapshot.matches(flowState),
  );
  if (!vertex) throw new Error(`No path leads to ${JSON.stringify([portalState, flowState])}`);
  return vertex.path;
}

/** An event that is sent to the portal itself. */
const portalEvent = (event: AnyEventObject): PathEvent => ({ to: 'portal', event });

describe('the page is complete after', () => {
  const clientWithQr = { clientId: SERVICE, config: clientConfig({ qrCode: true }) };
  test.each([
    [
      'leaving a push twice while it is being sent',
      pathTo({ push: { running: 'staying' } }, 'requesting'),
      [routeRequest('/first'), routeRequest('/login')],
    ],
    [
      'leaving a second factor twice while its push is being sent',
      pathTo({ 'second-factor': { running: 'staying' } }, { proving: { push: 'staying' } }),
      [routeRequest('/first'), routeRequest('/login')],
    ],
    [
      'the choice of the QR login',
      pathTo({ 'id-entry': 'withRequest' }, {}),
      [{ type: 'client.received', ...clientWithQr }, { type: 'qr.choose' }],
    ],
    [
      'the registration of a passkey before an ID is entered',
      pathTo({ 'id-entry': 'withRequest' }, {}),
      [
        { type: 'client.received', clientId: SERVICE, config: clientConfig({ passkey: true }) },
        { type: 'passkey.register' },
      ],
    ],
    [
      'joining the login of another tab',
      pathTo({ 'id-entry': 'withRequest' }, {}),
      [{ type: 'login.noticed', userId: 'kim' }, { type: 'login.join' }],
    ],
    [
      'continuing with an existing login',
      pathTo({ 'id-entry': 'withRequest' }, {}),
      [
        {
          type: 'xstate.done.actor.lookUpLogin',
          output: { userId: 'kim', to: 'https://service.example/login' },
          actorId: 'lookUpLogin',
        },
        { type: 'login.resume' },
      ],
    ],
    [
      'opening the management with an existing login',
      pathTo({ 'id-entry': 'withRequest' }, {}),
      [
        {
          type: 'xstate.done.actor.lookUpLogin',
          output: { userId: 'kim', to: 'https://service.example/login' },
          actorId: 'lookUpLogin',
        },
        { type: 'login.manage' },
      ],
    ],
  ])('%s', async (_, path, events) => {
    page = await showPortal();
    for (const pathEvent of [...path, ...events.map(portalEvent)]) await page.send(pathEvent);
    expectCompletePage('ko');
  });
});

test('the data of a service is fetched again for the next request after it could not be fetched', async () => {
  page = await showPortal();
  const { drivenPortal, inAct } = page;
  const { fetchClientConfig } = drivenPortal.testPortal.ports['service-info'];
  await inAct(() => drivenPortal.testPortal.load());
  await inAct(() => drivenPortal.testPortal.answerRequest());
  await inAct(() => fetchClientConfig.answer(failed(UNREACHABLE)));
  await inAct(() => drivenPortal.testPortal.goTo('/redirect?uid=2'));
  await inAct(() => drivenPortal.testPortal.load());
  await inAct(() => drivenPortal.testPortal.answerRequest());
  expect(fetchClientConfig.waiting().input).toEqual({ clientId: SERVICE });
  expectCompletePage('ko');
});

test('the data of another service is fetched after the data of the first service could not be fetched', async () => {
  page = await showPortal();
  const { drivenPortal, inAct } = page;
  const { fetchClientConfig } = drivenPortal.testPortal.ports['service-info'];
  await inAct(() => drivenPortal.testPortal.load());
  await inAct(() => drivenPortal.testPortal.answerRequest());
  await inAct(() => fetchClientConfig.answer(failed(UNREACHABLE)));
  await inAct(() => drivenPortal.testPortal.goTo('/redirect?uid=2'));
  await inAct(() => drivenPortal.testPortal.load());
  await inAct(() => drivenPortal.testPortal.answerRequest({ clientId: 'other-service' }));
  expect(fetchClientConfig.waiting().input).toEqual({ clientId: 'other-service' });
  expectCompletePage('ko');
});

test('the address of the QR login shows the ID entry when the data of the service cannot be fetched', async () => {
  page = await showPortal();
  const { drivenPortal, inAct } = page;
  await inAct(() => drivenPortal.testPortal.load());
  await inAct(() => drivenPortal.testPortal.answerRequest());
  await inAct(() => drivenPortal.testPortal.goTo(`/first/auth?type=${routeCode(TYPE_CODES.qr)}`));
  expect(drivenPortal.testPortal.value()).toBe('service-info');
  expectCompletePage('ko');
  await inAct(() =>
    drivenPortal.testPortal.ports['service-info'].fetchClientConfig.answer(failed(UNREACHABLE)),
  );
  expect(drivenPortal.testPortal.value()).toEqual({ 'id-entry': 'withRequest' });
  expectCompletePage('ko');
});

test('the message about a lost network is shown each time that the network is lost', async () => {
  page = await showPortal();
  const { drivenPortal, inAct } = page;
  const text = textIn('ko');
  const report = (type: 'network.lost' | 'network.restored') =>
    inAct(async () => {
      drivenPortal.testPortal.network.report({ type });
      await settle();
    });
  await report('network.lost');
  expect(screen.getByText(text('offline.lost'), { exact: false })).toBeTruthy();
  await report('network.restored');
  await report('network.lost');
  expect(screen.getByText(text('offline.lost'), { exact: false })).toBeTruthy();
});

test('no random walk over the page breaks the page or a law, or ends in an exception', {
  timeout: 0,
}, async () => {
  const firstSeed = Number(WALK_SEED);
  for (let seed = firstSeed; seed < firstSeed + WALK_COUNT; seed += 1) {
    const failure = await randomPageWalk(seed, Number(WALK_EVENTS), walkStart);
    expect(failure && walkFailureText(failure)).toBeNull();
  }
});

describe('the failure of a walk over the page that breaks a law', () => {
  const nobodyIdentifies: Law = {
    name: 'nobody reaches the ID entry',
    problems: ({ portal }) => (portal.matches('id-entry') ? ['somebody does'] : []),
  };
  const findFailure = async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const failure = await randomPageWalk(seed, 20, walkStart, [nobodyIdentifies]);
      if (failure) return failure;
    }
    throw new Error('No walk reached the ID entry');
  };

  test('names its seed, contains its path, and is the same each time', async () => {
    const failure = await findFailure();
    expect(failure.problems).toEqual(['nobody reaches the ID entry: somebody does']);
    expect(walkFailureText(failure)).toContain(`npm run walks -- --seed ${failure.seed} --walks 1`);
    expect(failure.path).toContain('\n  → ');
    expect(await findFailure()).toEqual(failure);
  });
});

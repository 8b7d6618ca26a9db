import '#tests/support/journey/scripted-steps.tsx';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyEventObject, AnyStateNode, StateValue } from 'xstate';
import { clientConfig, SERVICE } from '#cases/samples.ts';
import { failed, UNREACHABLE } from '#machines/shared/result.ts';
import { JOURNEY } from '#tests/support/journey/drive.ts';
import {
  assembled,
  explore,
  type JourneyModel,
  type PathEvent,
  pathText,
} from '#tests/support/journey/graph.ts';
import type { Law } from '#tests/support/journey/law.ts';
import { shortestPaths, valuesOf } from '#tests/support/journey/laws.ts';
import { chooseLanguage, type DrivenPage, showPortal } from '#tests/support/journey/page.tsx';
import { randomPageWalk, type WalkStart } from '#tests/support/journey/page-walk.ts';
import { brokenWalkText } from '#tests/support/journey/walk.ts';
import { askFor, FLOW_CASES, FLOWS, PORTAL_CASES } from '#tests/support/journey/world.ts';
import { settle } from '#tests/support/ports.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';
import { expectTextsAndTitle, textIn } from '#tests/support/views.tsx';
import { routeCode, TYPE_CODES } from '#wire/token-codes.ts';

/** `npm run walks` asks for many walks of the machines: the page, which costs more, takes a part of them. */
const { WALKS = IS_TEST_ALL ? '600' : '20', WALK_EVENTS = '20', WALK_SEED = '1' } = process.env;
const COUNT = Math.ceil(Number(WALKS) / 50);

const model: JourneyModel = { portal: assembled(FLOWS), portalCases: PORTAL_CASES, flowCases: FLOW_CASES };
const graph = explore(model, JOURNEY);
const starts = shortestPaths(graph);
const ground: WalkStart = { model, starts };

/** One place for each state of the portal: that its flows show all of theirs, their own walks prove. */
const screens = [
  ...new Map(starts.map((vertex) => [JSON.stringify(vertex.world.portal.value), vertex] as const)),
];

/** The titles that the specification gives whole say less than their headings. */
const WHOLE_TITLES = ['approved', 'rejected', 'used'] as const;

/** The page is whole: nothing on it has crashed, and the title of the tab says its heading (rule 36). */
function expectWholePage(language: 'ko' | 'en') {
  expectTextsAndTitle();
  expect(screen.queryByText(textIn(language)('crash.title'))).toBeNull();
  const heading = screen.getByRole('heading', { level: 1, hidden: true }).textContent;
  const whole = WHOLE_TITLES.map((result) => textIn(language)(`title.result.${result}`));
  expect([`${heading} · ${textIn(language)('brand.name')}`, ...whole]).toContain(document.title);
}

/** jsdom cannot draw; what a QR code looks like is the affair of its own walk. */
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ fillRect: () => undefined } as never);
});

let page: DrivenPage | undefined;
afterEach(() => page?.close());

describe('every screen has a heading and texts in both languages, and a language change moves it nowhere', () => {
  test.each(screens)('%s', async (value, { path }) => {
    page = await showPortal();
    for (const pathEvent of path) await page.happen(pathEvent);
    const before = JSON.stringify(valuesOf(page.driven.world()));
    expect(JSON.stringify(page.driven.world().portal.value), pathText(path)).toBe(value);
    expectWholePage('ko');

    await chooseLanguage(page, 'en');
    expectWholePage('en');
    const heading = screen.getByRole('heading', { level: 1, hidden: true }).textContent;
    expect(`${heading} ${document.title}`).toMatch(/^[^가-힣]*[A-Za-z][^가-힣]*$/);
    expect(JSON.stringify(valuesOf(page.driven.world()))).toBe(before);
  });
});

describe('a part of the portal that did not arrive is asked for again', () => {
  test.each(screens.filter(([value]) => value.includes('unloaded')))('%s', async (value, { path }) => {
    page = await showPortal();
    const { driven, user, around } = page;
    for (const pathEvent of path) await page.happen(pathEvent);
    await around(() => user.click(screen.getByRole('button', { name: textIn('ko')('action.retry') })));
    expect(JSON.stringify(driven.world().portal.value)).toBe(value.replace('unloaded', 'loading'));
    await around(() => driven.testPortal.load());
    expect(driven.world().flow).not.toBeNull();
    expectWholePage('ko');
  });
});

/** What may happen to the portal itself, once from each state that answers it. */
function portalSteps() {
  const steps = new Map<string, readonly PathEvent[]>();
  for (const { world, path, edges } of graph.values()) {
    for (const { pathEvent, target } of edges) {
      const { type } = pathEvent.event;
      if (pathEvent.to !== 'portal' || type.startsWith('xstate.')) continue;
      const nodes: readonly AnyStateNode[] = world.portal._nodes;
      const owner = nodes.findLast((node) => node.transitions.has(type));
      const then = JSON.stringify(graph.get(target)?.world.portal.value);
      // Where each address leads, the tests of the addresses say.
      const name = `${owner?.id}: ${type}${owner?.parent && type !== 'route.requested' ? ` leads to ${then}` : ''}`;
      if (!steps.has(name)) steps.set(name, [...path, pathEvent]);
    }
  }
  return [...steps];
}

describe('what happens to the portal itself leaves a whole page', () => {
  test.each(portalSteps())('%s', async (_, path) => {
    page = await showPortal();
    for (const pathEvent of path) await page.happen(pathEvent);
    expectWholePage(page.driven.world().portal.context.locale === 'en' ? 'en' : 'ko');
  });
});

/** A path to a state of the portal and of the flow of its screen. */
function pathTo(state: StateValue, flowState: StateValue): readonly PathEvent[] {
  const found = starts.find(
    ({ world }) => world.portal.matches(state as never) && world.flow?.snapshot.matches(flowState),
  );
  if (!found) throw new Error(`Nothing leads to ${JSON.stringify([state, flowState])}`);
  return found.path;
}

const toPortal = (event: AnyEventObject): PathEvent => ({ to: 'portal', event });

describe('what something else has to come before leaves a whole page', () => {
  const learned = { clientId: SERVICE, config: clientConfig({ qrCode: true }) };
  test.each([
    [
      'leaving a push that is being sent, twice',
      pathTo({ push: { running: 'staying' } }, 'requesting'),
      [askFor('/first'), askFor('/login')],
    ],
    [
      'leaving a second factor whose push is being sent, twice',
      pathTo({ 'second-factor': { running: 'staying' } }, { proving: { push: 'staying' } }),
      [askFor('/first'), askFor('/login')],
    ],
    [
      'a QR code',
      pathTo({ 'id-entry': 'atFirst' }, {}),
      [{ type: 'client.received', ...learned }, { type: 'qr.choose' }],
    ],
    [
      'a passkey of a stranger',
      pathTo({ 'id-entry': 'atFirst' }, {}),
      [
        { type: 'client.received', clientId: SERVICE, config: clientConfig({ passkey: true }) },
        { type: 'passkey.register' },
      ],
    ],
    [
      'a login of another tab',
      pathTo({ 'id-entry': 'atFirst' }, {}),
      [{ type: 'login.noticed', userId: 'kim' }, { type: 'login.join' }],
    ],
    [
      'a login that stands',
      pathTo({ 'id-entry': 'atFirst' }, {}),
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
      'the methods of a login that stands',
      pathTo({ 'id-entry': 'atFirst' }, {}),
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
    for (const pathEvent of [...path, ...events.map(toPortal)]) await page.happen(pathEvent);
    expectWholePage('ko');
  });
});

test('a service that could not be asked about is asked about again with the next screen', async () => {
  page = await showPortal();
  const { driven, around } = page;
  const { fetchClientConfig } = driven.testPortal.ports['service-info'];
  await around(() => driven.testPortal.load());
  await around(() => driven.testPortal.request());
  await around(() => fetchClientConfig.answer(failed(UNREACHABLE)));
  await around(() => driven.testPortal.goTo('/redirect?uid=2'));
  await around(() => driven.testPortal.load());
  await around(() => driven.testPortal.request());
  expect(fetchClientConfig.waiting().input).toEqual({ clientId: SERVICE });
  expectWholePage('ko');
});

test('after a service that could not be asked about, another one is asked about', async () => {
  page = await showPortal();
  const { driven, around } = page;
  const { fetchClientConfig } = driven.testPortal.ports['service-info'];
  await around(() => driven.testPortal.load());
  await around(() => driven.testPortal.request());
  await around(() => fetchClientConfig.answer(failed(UNREACHABLE)));
  await around(() => driven.testPortal.goTo('/redirect?uid=2'));
  await around(() => driven.testPortal.load());
  await around(() => driven.testPortal.request({ clientId: 'other-service' }));
  expect(fetchClientConfig.waiting().input).toEqual({ clientId: 'other-service' });
  expectWholePage('ko');
});

test('a stranger who asks for the QR code of a service that nothing is known of enters an ID', async () => {
  page = await showPortal();
  const { driven, around } = page;
  await around(() => driven.testPortal.load());
  await around(() => driven.testPortal.request());
  await around(() => driven.testPortal.goTo(`/first/auth?type=${routeCode(TYPE_CODES.qr)}`));
  expect(driven.testPortal.value()).toBe('service-info');
  expectWholePage('ko');
  await around(() => driven.testPortal.ports['service-info'].fetchClientConfig.answer(failed(UNREACHABLE)));
  expect(driven.testPortal.value()).toEqual({ 'id-entry': 'atFirst' });
  expectWholePage('ko');
});

test('the line about the network comes and goes, also twice in a row', async () => {
  page = await showPortal();
  const { driven, around } = page;
  const say = textIn('ko');
  const report = (type: 'network.lost' | 'network.restored') =>
    around(async () => {
      driven.testPortal.network.report({ type });
      await settle();
    });
  await report('network.lost');
  expect(screen.getByText(say('offline.lost'), { exact: false })).toBeTruthy();
  await report('network.restored');
  await report('network.lost');
  expect(screen.getByText(say('offline.lost'), { exact: false })).toBeTruthy();
});

test('no random walk over the page breaks it, a law, or ends in an exception', { timeout: 0 }, async () => {
  const first = Number(WALK_SEED);
  for (let seed = first; seed < first + COUNT; seed += 1) {
    const fall = await randomPageWalk(seed, Number(WALK_EVENTS), ground);
    expect(fall && brokenWalkText(fall)).toBeNull();
  }
});

describe('a walk over the page that breaks a law', () => {
  const nobodyIdentifies: Law = {
    name: 'nobody enters an ID',
    problems: ({ portal }) => (portal.matches('id-entry') ? ['somebody does'] : []),
  };
  const fallOf = async () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const fall = await randomPageWalk(seed, 20, ground, [nobodyIdentifies]);
      if (fall) return fall;
    }
    throw new Error('No walk came to the ID entry');
  };

  test('is told with its seed and its path, the same each time', async () => {
    const fall = await fallOf();
    expect(fall.problems).toEqual(['nobody enters an ID: somebody does']);
    expect(brokenWalkText(fall)).toContain(`npm run walks -- --seed ${fall.seed} --walks 1`);
    expect(fall.path).toContain('\n  → ');
    expect(await fallOf()).toEqual(fall);
  });
});

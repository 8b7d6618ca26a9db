import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assembled, type Cast, explore, pathText } from '#tests/support/journey/graph.ts';
import { places, valuesOf } from '#tests/support/journey/laws.ts';
import { chooseLanguage, type DrivenPage, showPortal } from '#tests/support/journey/page.tsx';
import { FLOW_CASES, FLOWS, PORTAL_CASES } from '#tests/support/journey/world.ts';
import { portalInput } from '#tests/support/model/portal.ts';
import { settled } from '#tests/support/ports.ts';
import { expectSoundPage, sayIn } from '#tests/support/views.tsx';

const cast: Cast = { portal: assembled(FLOWS), portalCases: PORTAL_CASES, flowCases: FLOW_CASES };
const graph = explore(cast, portalInput());

/** One place for each state of the portal: that its flows show all of theirs, their own walks prove. */
const screens = [
  ...new Map(places(graph).map((vertex) => [JSON.stringify(vertex.world.portal.value), vertex] as const)),
];

/** The page is whole: nothing on it has crashed. */
function expectWholePage(language: 'ko' | 'en') {
  expectSoundPage();
  expect(screen.queryByText(sayIn(language)('crash.title'))).toBeNull();
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
    for (const happening of path) await page.happen(happening);
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
    for (const happening of path) await page.happen(happening);
    await around(() => user.click(screen.getByRole('button', { name: sayIn('ko')('action.retry') })));
    expect(JSON.stringify(driven.world().portal.value)).toBe(value.replace('unloaded', 'loading'));
    await around(() => driven.kit.load());
    expect(driven.world().flow).not.toBeNull();
    expectWholePage('ko');
  });
});

test('the line about the network comes and goes, also twice in a row', async () => {
  page = await showPortal();
  const { driven, around } = page;
  const say = sayIn('ko');
  const report = (type: 'network.lost' | 'network.restored') =>
    around(async () => {
      driven.kit.network.report({ type });
      await settled();
    });
  await report('network.lost');
  expect(screen.getByText(say('offline.lost'), { exact: false })).toBeTruthy();
  await report('network.restored');
  await report('network.lost');
  expect(screen.getByText(say('offline.lost'), { exact: false })).toBeTruthy();
});

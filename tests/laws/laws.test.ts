import { describe, expect, test } from 'vitest';
import en from '#i18n/en.json' with { type: 'json' };
import enFlows from '#i18n/flows.en.json' with { type: 'json' };
import koFlows from '#i18n/flows.ko.json' with { type: 'json' };
import ko from '#i18n/ko.json' with { type: 'json' };
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import { drive, JOURNEY } from '#tests/support/journey/drive.ts';
import { assembled, type Cast, explore, pathText } from '#tests/support/journey/graph.ts';
import { breaches, deadEnds, LAWS, places, titled, valuesOf } from '#tests/support/journey/laws.ts';
import { FLOW_CASES, FLOWS, missingCases, PORTAL_CASES } from '#tests/support/journey/world.ts';
import { settled } from '#tests/support/ports.ts';

const cast: Cast = { portal: assembled(FLOWS), portalCases: PORTAL_CASES, flowCases: FLOW_CASES };
/** Machines that run whatever the screen is. */
const BESIDE = Object.keys(BACKGROUND_FLOWS) as (keyof typeof BACKGROUND_FLOWS)[];
const graph = explore(cast, JOURNEY);

test('every flow tells what may happen to it (tests/<flow>/<flow>.cases.ts)', () => {
  expect(missingCases()).toEqual([]);
});

test('every machine is reached: on a screen, or beside them all', () => {
  const met = new Set(
    [...graph.values()].flatMap(({ world: { portal, flow } }) => [
      ...(flow ? [flow.name] : []),
      ...BESIDE.filter((name) => portal.children[name] !== undefined),
    ]),
  );
  /** Steps that only other flows take. */
  const steps = [
    ...['questions', 'password-setup', 'self-auth'],
    ...['register-card', 'register-yubikey', 'register-passkey', 'register-app', 'factors'],
  ];
  expect(Object.keys(FLOWS).filter((flow) => !met.has(flow) && !steps.includes(flow))).toEqual([]);
});

describe('in every moment that portal and flows can reach', () => {
  test.each(
    [...LAWS, titled({ ko: { ...ko, ...koFlows }, en: { ...en, ...enFlows } })].map(
      (law) => [law.name, law] as const,
    ),
  )('%s', (_, law) => {
    expect(breaches(law, graph, cast).slice(0, 5)).toEqual([]);
  });

  test('no dead end', () => {
    expect(deadEnds(graph, cast).slice(0, 5)).toEqual([]);
  });
});

describe('leaving a flow leaves no call, timer or listener', () => {
  const all = places(graph).map((vertex) => [JSON.stringify(valuesOf(vertex.world)), vertex.path] as const);

  test.each(all)('%s', async (place, path) => {
    const driven = drive();
    await settled();
    for (const happening of path) await driven.happen(happening);
    expect(JSON.stringify(valuesOf(driven.world())), pathText(path)).toBe(place);
    expect(driven.leftBehind()).toEqual([]);
    await driven.kit.goTo('/error');
    expect(driven.leftBehind(), pathText(path)).toEqual([]);
    expect(driven.exceptions(), pathText(path)).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import en from '#i18n/en.json' with { type: 'json' };
import enFlows from '#i18n/flows.en.json' with { type: 'json' };
import koFlows from '#i18n/flows.ko.json' with { type: 'json' };
import ko from '#i18n/ko.json' with { type: 'json' };
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import { drive, JOURNEY_INPUT } from '#tests/support/journey/drive.ts';
import { explore, type JourneyModel, pathText, portalWithFlows } from '#tests/support/journey/graph.ts';
import {
  deadEnds,
  everyScreenHasTitle,
  LAWS,
  shortestPaths,
  valuesOf,
  violations,
} from '#tests/support/journey/laws.ts';
import { FLOW_CASES, FLOWS, missingCases, PORTAL_CASES } from '#tests/support/journey/machines-and-cases.ts';
import { settle } from '#tests/support/ports.ts';

const model: JourneyModel = {
  portal: portalWithFlows(FLOWS),
  portalCases: PORTAL_CASES,
  flowCases: FLOW_CASES,
};
/** Machines that run whatever the screen is. */
const BACKGROUND = Object.keys(BACKGROUND_FLOWS) as (keyof typeof BACKGROUND_FLOWS)[];
const graph = explore(model, JOURNEY_INPUT);

test('every flow has cases (cases/<flow>/<flow>.cases.ts)', () => {
  expect(missingCases()).toEqual([]);
});

test('every machine is reached, on a screen or in the background', () => {
  const reached = new Set(
    [...graph.values()].flatMap(({ state: { portal, flow } }) => [
      ...(flow ? [flow.name] : []),
      ...BACKGROUND.filter((name) => portal.children[name] !== undefined),
    ]),
  );
  /** Flows that only other flows start. */
  const nestedFlows = [
    ...['questions', 'password-setup', 'self-auth'],
    ...['register-card', 'register-yubikey', 'register-passkey', 'register-app', 'factors'],
  ];
  expect(Object.keys(FLOWS).filter((flow) => !reached.has(flow) && !nestedFlows.includes(flow))).toEqual([]);
});

describe('in every reachable state of portal and flows', () => {
  test.each(
    [...LAWS, everyScreenHasTitle({ ko: { ...ko, ...koFlows }, en: { ...en, ...enFlows } })].map(
      (law) => [law.name, law] as const,
    ),
  )('%s', (_, law) => {
    expect(violations(law, graph, model).slice(0, 5)).toEqual([]);
  });

  test('no dead end', () => {
    expect(deadEnds(graph, model).slice(0, 5)).toEqual([]);
  });
});

describe('no call, timer or listener remains after leaving the flow in the state', () => {
  const pathsByState = shortestPaths(graph).map(
    (vertex) => [JSON.stringify(valuesOf(vertex.state)), vertex.path] as const,
  );

  test.each(pathsByState)('%s', async (stateValues, path) => {
    const driven = drive();
    await settle();
    for (const pathEvent of path) await driven.send(pathEvent);
    expect(JSON.stringify(valuesOf(driven.state())), pathText(path)).toBe(stateValues);
    expect(driven.leftovers()).toEqual([]);
    await driven.testPortal.goTo('/error');
    expect(driven.leftovers(), pathText(path)).toEqual([]);
    expect(driven.exceptions(), pathText(path)).toEqual([]);
  });
});

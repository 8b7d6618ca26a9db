import { describe, expect, test } from 'vitest';
import en from '#i18n/en.json' with { type: 'json' };
import enFlows from '#i18n/flows.en.json' with { type: 'json' };
import koFlows from '#i18n/flows.ko.json' with { type: 'json' };
import ko from '#i18n/ko.json' with { type: 'json' };
import { BACKGROUND_FLOWS } from '#machines/portal/flows.ts';
import { JOURNEY_INPUT, openDrivenPortal } from '#tests/support/journey/driven-portal.ts';
import { explore, type JourneyModel, pathText, portalWithFlows } from '#tests/support/journey/graph.ts';
import {
  deadEnds,
  everyScreenHasTitle,
  LAWS,
  shortestPaths,
  stateValuesOf,
  violations,
} from '#tests/support/journey/laws.ts';
import {
  FLOW_CASES,
  FLOWS,
  missingCaseFiles,
  PORTAL_CASES,
} from '#tests/support/journey/machines-and-cases.ts';
import { settle } from '#tests/support/ports.ts';

const model: JourneyModel = {
  portal: portalWithFlows(FLOWS),
  portalCases: PORTAL_CASES,
  flowCases: FLOW_CASES,
};
/** The machines that run on every screen. */
const BACKGROUND_NAMES = Object.keys(BACKGROUND_FLOWS) as (keyof typeof BACKGROUND_FLOWS)[];
const graph = explore(model, JOURNEY_INPUT);

test('every flow has cases (cases/<flow>/<flow>.cases.ts)', () => {
  expect(missingCaseFiles()).toEqual([]);
});

test('every machine that is not started by other flows only runs on a screen or in the background', () => {
  const reached = new Set(
    [...graph.values()].flatMap(({ state: { portal, flow } }) => [
      ...(flow ? [flow.name] : []),
      ...BACKGROUND_NAMES.filter((name) => portal.children[name] !== undefined),
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

describe('no call, timer or listener remains after the flow is left in the state', () => {
  const pathsByState = shortestPaths(graph).map(
    (vertex) => [JSON.stringify(stateValuesOf(vertex.state)), vertex.path] as const,
  );

  test.each(pathsByState)('%s', async (stateValues, path) => {
    const drivenPortal = openDrivenPortal();
    await settle();
    for (const pathEvent of path) await drivenPortal.send(pathEvent);
    expect(JSON.stringify(stateValuesOf(drivenPortal.state())), pathText(path)).toBe(stateValues);
    expect(drivenPortal.leftovers()).toEqual([]);
    await drivenPortal.testPortal.goTo('/error');
    expect(drivenPortal.leftovers(), pathText(path)).toEqual([]);
    expect(drivenPortal.exceptions(), pathText(path)).toEqual([]);
  });
});

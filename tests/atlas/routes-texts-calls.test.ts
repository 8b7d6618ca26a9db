import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readMachines } from '#atlas/model/find.ts';
import { parseRoute } from '#machines/portal/route.ts';
import { project } from '#tests/support/project.ts';
import { callsOfTheSpecification } from '#tests/support/section-7.ts';
import { findCalls } from '#tools/atlas/calls.ts';
import { ROUTES } from '#tools/atlas/routes.ts';
import { textsWithoutScreen } from '#tools/atlas/texts-without-screen.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('every route of section 2 leads to an existing state', async () => {
  const states = new Set(
    (await readMachines(project)).flatMap((machine) => machine.states.map(({ id }) => id)),
  );
  expect(Object.values(ROUTES).filter((state) => !states.has(state))).toEqual([]);
  const unknown = Object.keys(ROUTES).filter(
    (route) => parseRoute(route.replaceAll(/\{\w+\}/g, '1')).screen === 'unknown',
  );
  expect(unknown).toEqual([]);
});

test('a text that no screen shows has a reason in both languages, or is an error with its key', () => {
  const texts = { ko: { 'offline.lost': '끊겼어요', a: '가' }, en: { 'offline.lost': 'Gone', a: 'A' } };
  const textsWithReasons = textsWithoutScreen(texts, new Set(['a']));
  expect(textsWithReasons).toMatchObject([
    {
      keys: ['offline.lost'],
      reason: { ko: expect.stringMatching(/[가-힣]/), en: expect.stringMatching(/[a-z]/) },
    },
  ]);
  expect(() => textsWithoutScreen(texts, new Set())).toThrow('No screen of the atlas shows a:');
});

test('every call of section 7 is found in the sources of a port', () => {
  const specifiedCalls = callsOfTheSpecification();
  const foundCalls = Object.values(findCalls(ROOT)).flatMap((ports) => Object.values(ports).flat());
  expect(specifiedCalls.length).toBeGreaterThan(50);
  expect(
    specifiedCalls.filter((call) => !foundCalls.some((each) => each === call || each === `${call}/{userId}`)),
  ).toEqual([]);
});

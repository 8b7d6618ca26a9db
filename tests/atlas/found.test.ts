import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseRoute } from '#machines/portal/route.ts';
import { findCalls } from '#scripts/atlas/calls.ts';
import { nowhereOf } from '#scripts/atlas/nowhere.ts';
import { ROUTES } from '#scripts/atlas/routes.ts';
import { readModels } from '#scripts/charts/model/find.ts';

const ROOT = join(import.meta.dirname, '..', '..');

test('every route of section 2 is found as it is typed, and leads to a state that there is', async () => {
  const states = new Set((await readModels(ROOT)).flatMap((machine) => machine.states.map(({ id }) => id)));
  expect(Object.values(ROUTES).filter((state) => !states.has(state))).toEqual([]);
  const unknown = Object.keys(ROUTES).filter(
    (route) => parseRoute(route.replaceAll(/\{\w+\}/g, '1')).screen === 'unknown',
  );
  expect(unknown).toEqual([]);
});

test('a text on no screen has its reason in both languages, and one without a reason is named', () => {
  const texts = { ko: { 'offline.lost': '끊겼어요', a: '가' }, en: { 'offline.lost': 'Gone', a: 'A' } };
  const found = nowhereOf(texts, new Set(['a']));
  expect(found['offline.lost']?.ko).toMatch(/[가-힣]/);
  expect(found['offline.lost']?.en).toMatch(/[a-z]/);
  expect(() => nowhereOf(texts, new Set())).toThrow('No screen of the atlas shows a:');
});

/** The calls of a row of section 7 as `GET /x`: a method counts until the next one; a query is no part of a path. */
function callsIn(row: string): readonly string[] {
  let methods: readonly string[] = [];
  return row
    .replaceAll(/(\/[\w/]+)\/\{sms, inmail, exmail\}/g, '$1/sms, $1/inmail, $1/exmail')
    .replaceAll('…', '/data/portal/mobileapp/provision')
    .replaceAll(/((?:POST|GET|PUT|DELETE)(?: and (?:POST|GET|PUT|DELETE))?)|(\/[\w/{}-]*[\w}])/g, '\n$&\n')
    .split('\n')
    .flatMap((part) => {
      if (/^[A-Z]{3,}/.test(part)) methods = part.split(' and ');
      return part.startsWith('/') ? methods.map((method) => `${method} ${part}`) : [];
    });
}

test('every call of section 7 is found, with the state that makes it', () => {
  const specification = readFileSync(join(ROOT, 'docs', 'specification.md'), 'utf8');
  const section = /^## 7\..*?(?=^## 8\.)/ms.exec(specification)?.[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  const named = rows.slice(1).flatMap(callsIn);
  const found = Object.values(findCalls(ROOT)).flatMap((ports) => Object.values(ports).flat());
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((call) => !found.some((each) => each === call || each === `${call}/{userId}`))).toEqual(
    [],
  );
});

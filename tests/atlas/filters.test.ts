import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogues } from '#atlas/charts/texts.ts';
import { allFilters, filtered, readWanted, type Wanted, writeWanted } from '#atlas/site/filters.ts';
import { readWords } from '#atlas/words/read.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { project } from '#tests/support/project.ts';
import { FILTERS } from '#tools/atlas/filters.ts';
import { screensOf } from '#tools/atlas/screen-cache.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { states, pathTree } = await screensOf(ROOT);
const { pathEvents, places, moments } = pathTree;
const texts = readCatalogues(project);
const keys = { 'sent-code': Object.fromEntries(Object.keys(texts.ko).map((key) => [key, 'plain'])) };
const data = {
  states,
  pathEvents,
  places,
  moments,
  texts,
  keys,
  codes: ERROR_CATALOGUE,
  words: readWords(project),
};
const filters = allFilters(FILTERS);

const leftBy = (wanted: Wanted): readonly string[] =>
  filtered(data, filters, wanted).map(({ state }) => state);

describe('the screens are filtered', () => {
  test('not at all where nothing is wanted', () => {
    expect(leftBy({})).toEqual(Object.keys(states).filter((id) => states[id]?.variants.length));
  });

  test('by method, also where one flow serves several', () => {
    expect(leftBy({ method: TOKEN_CODES.push })).toContain('push');
    expect(leftBy({ method: TOKEN_CODES.push })).not.toContain('qr');
    const looksWith = (method: string) =>
      filtered(data, filters, { method }).find(({ state }) => state === 'device-code.entering')?.looks ?? [];
    const [cards, keysOfYubico] = [looksWith(TOKEN_CODES.otpCard), looksWith(TOKEN_CODES.yubikey)];
    expect(cards.length).toBeGreaterThan(0);
    expect(keysOfYubico.length).toBeGreaterThan(0);
    expect(cards.filter((look) => keysOfYubico.includes(look))).toEqual([]);
  });

  test('by two filters at once', () => {
    const fixed = leftBy({ method: TOKEN_CODES.push, policy: 'fixed' });
    expect(fixed.length).toBeGreaterThan(0);
    expect(leftBy({ method: TOKEN_CODES.push })).toEqual(expect.arrayContaining([...fixed]));
  });

  test.each([
    ...filters
      .filter(({ id }) => id !== 'method')
      .flatMap(({ id, answers }) => answers(data).map(([answer]): Wanted => ({ [id]: answer }))),
  ])('by %o, which leaves some and not all', (wanted) => {
    const left = leftBy(wanted).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(leftBy({}).length);
  });
});

test('what is wanted stands in the link, and what is not known there is any', () => {
  expect(writeWanted(filters, { policy: 'second', method: '10' })).toBe('method.10~policy.second');
  expect(readWanted(filters, 'method.10~policy.second')).toEqual({ method: '10', policy: 'second' });
  expect(readWanted(filters, 'colour.red~policy.')).toEqual({});
  expect(readWanted(filters, null)).toEqual({});
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogues } from '#atlas/charts/texts.ts';
import {
  allFilters,
  type FilterValues,
  filterStates,
  formatFilters,
  parseFilters,
} from '#atlas/site/filters.ts';
import { readWords } from '#atlas/words/read.ts';
import { ERROR_CATALOGUE } from '#i18n/error-catalogue.ts';
import { project } from '#tests/support/project.ts';
import { FILTERS } from '#tools/atlas/filters.ts';
import { screensOf } from '#tools/atlas/screen-cache.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { states, pathTree } = await screensOf(ROOT);
const { pathEvents, activeStates, moments } = pathTree;
const texts = readCatalogues(project);
const keys = { 'sent-code': Object.fromEntries(Object.keys(texts.ko).map((key) => [key, 'plain'])) };
const data = {
  states,
  pathEvents,
  activeStates,
  moments,
  texts,
  keys,
  codes: ERROR_CATALOGUE,
  words: readWords(project),
};
const filters = allFilters(FILTERS);

const statesMatching = (selected: FilterValues): readonly string[] =>
  filterStates(data, filters, selected).map(({ state }) => state);

describe('the screens are filtered', () => {
  test('not at all without a filter', () => {
    expect(statesMatching({})).toEqual(Object.keys(states).filter((id) => states[id]?.variants.length));
  });

  test('by method, also where one flow serves several', () => {
    expect(statesMatching({ method: TOKEN_CODES.push })).toContain('push');
    expect(statesMatching({ method: TOKEN_CODES.push })).not.toContain('qr');
    const variantsWith = (method: string) =>
      filterStates(data, filters, { method }).find(({ state }) => state === 'device-code.entering')
        ?.variants ?? [];
    const [cards, keysOfYubico] = [variantsWith(TOKEN_CODES.otpCard), variantsWith(TOKEN_CODES.yubikey)];
    expect(cards.length).toBeGreaterThan(0);
    expect(keysOfYubico.length).toBeGreaterThan(0);
    expect(cards.filter((variant) => keysOfYubico.includes(variant))).toEqual([]);
  });

  test('by two filters at once', () => {
    const fixed = statesMatching({ method: TOKEN_CODES.push, policy: 'fixed' });
    expect(fixed.length).toBeGreaterThan(0);
    expect(statesMatching({ method: TOKEN_CODES.push })).toEqual(expect.arrayContaining([...fixed]));
  });

  test.each([
    ...filters
      .filter(({ id }) => id !== 'method')
      .flatMap(({ id, values }) => values(data).map(([answer]): FilterValues => ({ [id]: answer }))),
  ])('by %o, which leaves some and not all', (selected) => {
    const left = statesMatching(selected).length;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(statesMatching({}).length);
  });
});

test('the selected filters are part of the link, and unknown ones are ignored', () => {
  expect(formatFilters(filters, { policy: 'second', method: '10' })).toBe('method.10~policy.second');
  expect(parseFilters(filters, 'method.10~policy.second')).toEqual({ method: '10', policy: 'second' });
  expect(parseFilters(filters, 'colour.red~policy.')).toEqual({});
  expect(parseFilters(filters, null)).toEqual({});
});

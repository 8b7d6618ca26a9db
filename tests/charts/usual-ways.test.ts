import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualWayOf, WITH_USUAL_WAY } from '#atlas/charts/drawing/usual-ways.ts';
import { readModels } from '#atlas/model/find.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const models = await readModels(ROOT);
const states = models.flatMap((model) => model.states);
const ways = models.flatMap(({ transitions }) => transitions);

const isIn = (id: string, part: string): boolean => id === part || id.startsWith(`${part}.`);

/** Whether a transition leads from one of these parts to another. */
const leads = (from: readonly string[], to: string): boolean =>
  ways.some(
    ({ source, targets }) =>
      from.some((part) => isIn(source, part)) && targets.some((target) => isIn(target, to)),
  );

test.each(WITH_USUAL_WAY)(
  'the usual way of %s begins at its initial state and follows transitions',
  (scope) => {
    const way = usualWayOf(scope) ?? [];
    expect(way[0]).toBe(states.find(({ id }) => id === scope)?.initial);
    for (const [index, part] of way.entries()) {
      if (index > 0)
        expect({ part, isReached: leads(way.slice(0, index), part) }).toEqual({ part, isReached: true });
    }
  },
);

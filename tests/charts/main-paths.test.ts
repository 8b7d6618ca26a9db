import { expect, test } from 'vitest';
import { readModels } from '#atlas/model/find.ts';
import { project } from '#tests/support/project.ts';
import { MAIN_PATHS } from '#tools/atlas/main-paths.ts';

const models = await readModels(project);
const states = models.flatMap((model) => model.states);
const ways = models.flatMap(({ transitions }) => transitions);

test('every main path belongs to a machine', () => {
  const all = models.flatMap(({ mainPaths }) => Object.keys(mainPaths));
  expect(all.toSorted()).toEqual(Object.keys(MAIN_PATHS).toSorted());
});

const isIn = (id: string, part: string): boolean => id === part || id.startsWith(`${part}.`);

/** Whether a transition leads from one of these parts to another. */
const leads = (from: readonly string[], to: string): boolean =>
  ways.some(
    ({ source, targets }) =>
      from.some((part) => isIn(source, part)) && targets.some((target) => isIn(target, to)),
  );

test.each(models.flatMap(({ mainPaths }) => Object.entries(mainPaths)))(
  'the main path of %s begins at its initial state and follows transitions',
  (scope, way) => {
    expect(way[0]).toBe(states.find(({ id }) => id === scope)?.initial);
    for (const [index, part] of way.entries()) {
      if (index > 0)
        expect({ part, isReached: leads(way.slice(0, index), part) }).toEqual({ part, isReached: true });
    }
  },
);

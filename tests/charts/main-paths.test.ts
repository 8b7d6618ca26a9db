import { expect, test } from 'vitest';
import { readMachines } from '#atlas/model/find.ts';
import { project } from '#tests/support/project.ts';
import { MAIN_PATHS } from '#tools/atlas/main-paths.ts';

const models = await readMachines(project);
const states = models.flatMap((model) => model.states);
const allTransitions = models.flatMap(({ transitions }) => transitions);

test('every main path belongs to a machine', () => {
  const scopes = models.flatMap(({ mainPaths }) => Object.keys(mainPaths));
  expect(scopes.toSorted()).toEqual(Object.keys(MAIN_PATHS).toSorted());
});

const isIn = (id: string, part: string): boolean => id === part || id.startsWith(`${part}.`);

/** Whether a transition leads from one of these states to another. */
const isReached = (from: readonly string[], to: string): boolean =>
  allTransitions.some(
    ({ source, targets }) =>
      from.some((part) => isIn(source, part)) && targets.some((target) => isIn(target, to)),
  );

test.each(models.flatMap(({ mainPaths }) => Object.entries(mainPaths)))(
  'the main path of %s begins at its initial state and follows transitions',
  (scope, path) => {
    expect(path[0]).toBe(states.find(({ id }) => id === scope)?.initial);
    for (const [index, part] of path.entries()) {
      if (index > 0)
        expect({ part, isReached: isReached(path.slice(0, index), part) }).toEqual({ part, isReached: true });
    }
  },
);

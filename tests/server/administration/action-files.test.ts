import { expect, test } from 'vitest';
import { ACTION_LOADERS } from '#cli/admin/run.ts';

test.for(ACTION_LOADERS)('the file of the actions %j exports exactly these', async ([names, load]) => {
  expect(Object.keys(await load())).toEqual(names);
});

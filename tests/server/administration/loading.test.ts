import { expect, test } from 'vitest';
import { ACTION_FILES } from '#cli/admin/run.ts';

test.for(ACTION_FILES)('the actions %j are those of their file', async ([names, load]) => {
  expect(Object.keys(await load())).toEqual(names);
});

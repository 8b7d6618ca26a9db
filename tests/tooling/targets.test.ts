import { expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';
import { OLDEST } from '#tools/vite/targets.ts';

test('syntax is written for no Chromium that is newer than the one of the project', () => {
  const { devDependencies } = JSON.parse(projectFiles('package.json')[0]?.text ?? '');
  expect(OLDEST.chrome).toBeLessThanOrEqual(Number.parseInt(devDependencies['@sparticuz/chromium'], 10));
});

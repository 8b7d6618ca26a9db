import { expect, test } from 'vitest';
import { projectFiles } from '#tools/source/project-files.ts';
import { OLDEST_BROWSERS } from '#tools/vite/targets.ts';

test('the build supports the Chromium of the project', () => {
  const { devDependencies } = JSON.parse(projectFiles('package.json')[0]?.text ?? '');
  expect(OLDEST_BROWSERS.chrome).toBeLessThanOrEqual(
    Number.parseInt(devDependencies['@sparticuz/chromium'], 10),
  );
});

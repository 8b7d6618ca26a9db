import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLab } from '#lab/app.ts';
import { labParts } from './lab-options.ts';

const open = () => {
  const { options } = labParts('http://localhost:8080', 'http://localhost:8081');
  const lab = createLab(options);
  return { options, ask: (path: string) => lab.request(path) };
};

test('the start page leads to the atlas', async () => {
  expect(await (await open().ask('/')).text()).toContain('href="/atlas/"');
});

test('the lab says how to build an atlas that is not there', async () => {
  const answer = await open().ask('/atlas/');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('npm run atlas');
});

test('a built atlas is served under a policy of its own, and nothing else of the folder', async () => {
  const { options, ask } = open();
  mkdirSync(options.atlasDir);
  writeFileSync(join(options.atlasDir, 'index.html'), '<!doctype html>');
  writeFileSync(join(options.atlasDir, 'secret.txt'), 'x');
  const page = await ask('/atlas/');
  expect(page.status).toBe(200);
  expect(page.headers.get('Content-Type')).toContain('text/html');
  expect(page.headers.get('Content-Security-Policy')).toContain("frame-src 'self'");
  expect((await ask('/atlas')).headers.get('Location')).toBe('/atlas/');
  expect((await ask('/atlas/secret.txt')).status).toBe(404);
  expect((await ask('/atlas/..%2Fmemory.json')).status).toBe(404);
});

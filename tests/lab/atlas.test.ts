import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLab } from '#lab/app.ts';
import { labParts } from './lab-options.ts';

const openLab = () => {
  const { options } = labParts('http://localhost:8080', 'http://localhost:8081');
  const lab = createLab(options);
  return { options, request: (path: string) => lab.request(path) };
};

test('the start page leads to the atlas', async () => {
  expect(await (await openLab().request('/')).text()).toContain('href="/atlas/"');
});

test('without a built atlas, the lab explains how to build it', async () => {
  const answer = await openLab().request('/atlas/');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('npm run atlas');
});

test('a built atlas is served under its own content security policy, but no other file of the folder is served', async () => {
  const { options, request } = openLab();
  mkdirSync(options.atlasDir);
  writeFileSync(join(options.atlasDir, 'index.html'), '<!doctype html>');
  writeFileSync(join(options.atlasDir, 'secret.txt'), 'x');
  const page = await request('/atlas/');
  expect(page.status).toBe(200);
  expect(page.headers.get('Content-Type')).toContain('text/html');
  expect(page.headers.get('Content-Security-Policy')).toContain("frame-src 'self'");
  expect((await request('/atlas')).headers.get('Location')).toBe('/atlas/');
  expect((await request('/atlas/secret.txt')).status).toBe(404);
  expect((await request('/atlas/..%2Fmemory.json')).status).toBe(404);
});

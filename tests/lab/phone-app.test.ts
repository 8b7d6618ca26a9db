import { afterEach, beforeEach, expect, it } from 'vitest';
import { administrationOf } from '#server/administration/administration.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { type LabApp, labApp } from './lab-app.ts';

let server: TestServer;
let lab: LabApp;
beforeEach(async () => {
  server = await testServer();
  lab = labApp({ administration: administrationOf(server.portal) });
});
afterEach(() => lab.removeFolder());

it('the lab shows the app of the portal in a frame, which both content policies allow', async () => {
  const page = await lab.open('/app');
  expect(await page.text()).toContain('src="http://localhost:8080/app/"');
  expect(page.headers.get('Content-Security-Policy')).toContain('frame-src http://localhost:8080;');
  const app = await server.browser().visit('/app/');
  expect(app.headers.get('Content-Security-Policy')).toContain('frame-ancestors http://localhost:8081 ');
});

it('the lab registers an account on the app by a link of the administrator', async () => {
  const page = await (await lab.submit('/app', { userId: 'lee' })).text();
  expect(page).toMatch(/src="http:\/\/localhost:8080\/app\/#ak=[\w-]{22}"/);
  const { link } = await (await lab.call('POST', '/app', { userId: 'lee' })).json();
  const ak = new URL(link).searchParams.get('ak') ?? '';
  expect((await server.portal.provisionLinks.find(ak)).state).toBe('open');
  expect((await lab.call('POST', '/app', { userId: 'nobody' })).status).toBe(404);
});

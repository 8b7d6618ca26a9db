import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDeviceMemory } from '#lab/devices/memory.ts';
import { administrationOf } from '#server/administration.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { textOf } from '#server/texts.ts';
import { linkOf } from '#tests/support/server/app-registration.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { type LabApp, labApp } from './lab-app.ts';

describe('the app that is opened by a link', () => {
  let server: TestServer;
  let lab: LabApp;
  beforeEach(async () => {
    server = await testServer();
    lab = labApp({ devices: SEEDED_DEVICES, askPortal: async (request) => server.app.fetch(request) });
  });
  afterEach(() => lab.forget());

  const linkFor = async (userId: string, { scheme = 'cubelogin', portal = 'http://localhost:8080' } = {}) => {
    const issued = new URL(administrationOf(server.portal).issueProvisionLink(userId) ?? '');
    const { data, numbers } = await linkOf(server.browser(), issued.searchParams.get('ak') ?? '');
    return `${scheme}://provision?${new URLSearchParams({ data, ...numbers, portal })}`;
  };
  const register = (userId: string, link: string) => lab.call('POST', `/phone/${userId}/app`, { link });

  it('registers, becomes the app of the phone, and is still there after a restart', async () => {
    const before = (await (await lab.call('GET', '/phone/lee')).json()).app;
    const answer = await register('lee', await linkFor('lee'));
    expect([answer.status, await answer.json()]).toEqual([201, { userId: 'lee', deviceName: 'Galaxy S27' }]);
    const phone = await (await lab.call('GET', '/phone/lee')).json();
    expect(phone).toMatchObject({ app: { deviceName: 'Galaxy S27' }, pushes: [] });
    expect(before.deviceName).toBe('Galaxy S26');
    const kept = openDeviceMemory(lab.memoryFile).apps.get('lee');
    expect(server.portal.devices.mobileApps.of('lee')?.secret).toBe(kept?.secret);
    expect(server.portal.devices.mobileApps.ownerOf(kept?.key ?? '')).toBe('lee');
  });

  it('is a phone for somebody who had none', async () => {
    expect((await lab.call('GET', '/phone/kim')).status).toBe(404);
    expect(await (await lab.open('/phone/kim/app')).text()).toContain('name="link"');
    const done = await lab.submit('/phone/kim/app', { link: await linkFor('kim') });
    expect([done.status, done.headers.get('location')]).toEqual([303, '/phone/kim']);
    expect(await (await lab.open('/phone/kim')).text()).toContain('Galaxy S27');
  });

  it('refuses a link that was used', async () => {
    const link = await linkFor('lee');
    await register('lee', link);
    const again = await register('lee', link);
    expect(again.status).toBe(400);
    expect((await again.json()).problems[0]).toBe(textOf('urlUsed', 'ko', {}));
    expect(await (await lab.submit('/phone/lee/app', { link })).text()).toContain('role="alert"');
  });

  it.each([
    ['another text', async () => 'https://example.com'],
    ['a link of another portal', () => linkFor('lee', { portal: 'https://evil.example' })],
    ['a link to another app', () => linkFor('lee', { scheme: 'other' })],
    [
      'a link without data',
      async () => 'cubelogin://provision?modulus=x&exponent=AQAB&portal=http://localhost:8080',
    ],
    ['a link of somebody else', () => linkFor('hong')],
    [
      'a link with a key that is none',
      async () => (await linkFor('lee')).replace('exponent=AQAB', 'exponent=_'),
    ],
  ])('refuses %s, and keeps the app that is there', async (_name, link) => {
    const answer = await register('lee', await link());
    expect([answer.status, await answer.json()]).toEqual([400, { problems: [expect.any(String)] }]);
    expect(openDeviceMemory(lab.memoryFile).apps.get('lee')).toBeNull();
    expect(server.portal.devices.mobileApps.of('lee')?.deviceName).toBe('Galaxy S26');
  });
});

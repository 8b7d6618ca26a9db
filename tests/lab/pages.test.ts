import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PRESETS } from '#lab/faults/presets.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { type LabServer, startLabServer } from './lab-server.ts';

describe('the lab', () => {
  let lab: LabServer;
  beforeAll(async () => {
    lab = await startLabServer();
  });
  afterAll(() => lab.close());
  beforeEach(() => lab.faults.clear());

  it.each([
    '/',
    '/service',
    '/faults',
    '/nothing',
    '/phone',
    '/phone/lee',
    '/mailbox/lee',
    '/card/lee',
    '/yubikey/lee',
    '/passkey/lee',
    '/administrator',
    '/phone/nobody',
  ])(
    'serves %s with security headers, and without inline scripts, styles or event handlers',
    async (path) => {
      const response = await new Browser().open(`${lab.origin}${path}`);
      const labOrigins = `http://localhost:${new URL(lab.origin).port} http://127.0.0.1:${new URL(lab.origin).port}`;
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-security-policy': expect.stringContaining(
          `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; frame-src ${lab.portal.origin}; form-action 'self' ${lab.portal.origin} ${labOrigins};`,
        ),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect(await response.text()).not.toMatch(
        /<script(?! src="\/(lab|passkey)\.js" defer><\/script>)|\sstyle=|\son\w+=/,
      );
    },
  );

  it('shows its pages in both languages, and remembers the chosen one', async () => {
    const browser = new Browser();
    expect(await (await browser.open(`${lab.origin}/`)).text()).toContain('<html lang="en">');
    const choice = await browser.open(`${lab.origin}/?lang=ko`);
    expect([choice.status, choice.headers.get('location')]).toEqual([303, '/']);
    expect(await (await browser.open(`${lab.origin}/`)).text()).toContain('<html lang="ko">');
    expect(browser.cookieHeader(lab.origin)).toBe('lab_language=ko');
  });

  it('shows the accounts and their password', async () => {
    const page = await (await new Browser().open(`${lab.origin}/`)).text();
    expect(page).toContain('Haneul Kim');
    const { password } = await (await fetch(`${lab.origin}/accounts`)).json();
    expect(page).toContain(password);
  });

  it('answers the IP address of the caller only to pages of the portal', async () => {
    const response = await fetch(`${lab.origin}/ip`, { headers: { origin: lab.portal.origin } });
    expect(response.headers.get('access-control-allow-origin')).toBe(lab.portal.origin);
    expect((await response.json()).ip).toMatch(/^(127\.0\.0\.1|::1)$/);
    const foreign = await fetch(`${lab.origin}/ip`, { headers: { origin: 'https://evil.example' } });
    expect(foreign.headers.get('access-control-allow-origin')).not.toBe('https://evil.example');
  });

  describe('the fault switch', () => {
    const post = (body: unknown) =>
      fetch(`${lab.origin}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    it('sets, lists and clears faults by JSON calls', async () => {
      const answer = await post({
        method: 'POST',
        path: '/authenticate',
        errCode: '003',
        message: 'no store',
      });
      const fault = {
        method: 'POST',
        path: '/authenticate',
        status: 400,
        body: { status: 400, errCode: '003', message: 'no store' },
        headers: {},
        times: 1,
      };
      expect([answer.status, await answer.json()]).toEqual([201, { faults: [fault] }]);
      expect(lab.faults.take('POST', '/authenticate')).toEqual(fault);
      await post({ path: '/summary/auth', raw: '<html>', status: 200, times: 3 });
      expect(await (await fetch(`${lab.origin}/faults`)).json()).toEqual({
        faults: [{ path: '/summary/auth', status: 200, raw: '<html>', headers: {}, times: 3 }],
      });
      expect((await fetch(`${lab.origin}/faults`, { method: 'DELETE' })).status).toBe(204);
      expect(lab.faults.list()).toEqual([]);
    });

    it.each([
      {},
      { path: 'authenticate' },
      { path: '/a', status: 99 },
      { path: '/a', status: 204, errCode: '003' },
      { path: '/a', errCode: '003', raw: 'x' },
      { path: '/a', times: 0 },
      { path: '/a', unknown: true },
      '{',
    ])('refuses %j', async (body) => {
      const response = await post(body);
      expect([response.status, await response.json()]).toEqual([400, { problems: [expect.any(String)] }]);
      expect(lab.faults.list()).toEqual([]);
    });

    it.each(Object.keys(PRESETS))(
      'sets the preset %s and clears the faults by the forms of its page',
      async (preset) => {
        const browser = new Browser();
        const headers = { origin: lab.origin };
        const answer = await browser.open(`${lab.origin}/faults`, {
          method: 'POST',
          headers,
          body: new URLSearchParams({ call: 'POST /login/password', preset }),
        });
        expect(answer.headers.get('location')).toBe('/faults');
        expect(lab.faults.list()).toEqual([
          expect.objectContaining({ method: 'POST', path: '/login/password', times: 1 }),
        ]);
        expect(await (await browser.open(`${lab.origin}/faults`)).text()).toContain('POST /login/password');
        await browser.open(`${lab.origin}/faults/clear`, {
          method: 'POST',
          headers,
          body: new URLSearchParams(),
        });
        expect(lab.faults.list()).toEqual([]);
      },
    );

    it('refuses a form of another site', async () => {
      const response = await fetch(`${lab.origin}/faults`, {
        method: 'POST',
        headers: { origin: 'https://evil.example' },
        body: new URLSearchParams({ call: 'POST /authenticate', preset: 'html' }),
      });
      expect(response.status).toBe(403);
    });
  });
});

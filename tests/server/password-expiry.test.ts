import { describe, expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { tokenOf } from '#tests/support/server/identity.ts';
import { checkInUse, requestLevel, savePassword, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { testServer } from '#tests/support/server/server.ts';
import { authenticate, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

const MINUTE = 60_000;

describe('an expired password', () => {
  test('is changed, and the waiting login is completed', async ({ server }) => {
    const id = server.engine.beginRequest();
    const browser = server.browser();
    await browser.visit(`/redirect?uid=${id}`);
    const answer = await signIn(browser, 'seo');
    expect(server.engine.progressLog).toEqual([`${id} checked`, `${id} proved`]);
    expect(answer.json).toMatchObject({
      to: '/change',
      auth: expect.stringContaining(id),
      expiredDay: '2026-01-31 23:59:59',
    });
    const token = tokenOf(answer);
    expect((await requestLevel(browser, token)).json['level']).toBe(3);
    expect((await checkInUse(browser, 'seo', token, SEED_PASSWORD)).status).toBe(200);
    const saved = await savePassword(browser, 'PUT', 'seo', token);
    expect(saved.json).toEqual({ status: 200, to: `http://localhost:8080/oauth2/authorize/${id}` });
    expect(server.engine.finishedRequests).toMatchObject([{ id, login: { userId: 'seo', amr: ['pwd'] } }]);
    expect(await server.portal.logins.signedInUser(browser.cookieHeader)).toBe('seo');
    expect((await signIn(server.browser(), 'seo', { secret: VALID_PASSWORD })).json['to']).not.toBe(
      '/change',
    );
  });

  test('completes the request of its page, also when another tab has a newer one', async () => {
    const { browser, engine } = await testServer();
    const seo = browser();
    const [own, newest] = [engine.beginRequest(), engine.beginRequest()];
    await seo.visit(`/redirect?uid=${own}`);
    await seo.visit(`/redirect?uid=${newest}`);
    const redirect = `http://localhost:8080/oauth2/authorize/${own}`;
    const token = tokenOf(await signIn(seo, 'seo', { redirect }));
    expect((await savePassword(seo, 'PUT', 'seo', token)).json['to']).toBe(redirect);
    expect(engine.finishedRequests.map(({ id }) => id)).toEqual([own]);
  });

  test('does not complete a later request for a new login', async ({ server, browser: seo }) => {
    const token = tokenOf(await signIn(seo, 'seo'));
    server.wait(MINUTE);
    const startedAt = server.clock.now;
    await seo.visit(`/redirect?uid=${server.engine.beginRequest({ wantsFreshLogin: true, startedAt })}`);
    expect((await savePassword(seo, 'PUT', 'seo', token)).status).toBe(200);
    expect(server.engine.finishedRequests).toEqual([]);
  });

  test('of an administrator has to be changed only once', async ({ server, browser }) => {
    const answer = await signIn(browser, 'admin');
    expect(answer.json['expiredDay']).toBe('1901-01-01 01:21:17');
    expect((await savePassword(browser, 'PUT', 'admin', tokenOf(answer))).json['to']).toBe(
      'http://localhost:8081/service/login',
    );
    expect((await signIn(server.browser(), 'admin', { secret: VALID_PASSWORD })).json['to']).not.toBe(
      '/change',
    );
  });

  test('leads to the client when the request has ended, and cannot be changed after ten minutes', async () => {
    const server = await testServer();
    const id = server.engine.beginRequest();
    const browser = server.browser();
    await browser.visit(`/redirect?uid=${id}`);
    const token = tokenOf(await signIn(browser, 'seo'));
    server.engine.removeRequest(id);
    expect((await savePassword(browser, 'PUT', 'seo', token)).json['to']).toBe(
      'http://localhost:8081/service/login',
    );

    const lateBrowser = server.browser();
    const expiredToken = tokenOf(await signIn(lateBrowser, 'admin'));
    server.wait(11 * MINUTE);
    expect((await savePassword(lateBrowser, 'PUT', 'admin', expiredToken)).status).toBe(401);
    expect(await server.portal.logins.signedInUser(lateBrowser.cookieHeader)).toBeNull();
  });

  test('gives a token that allows no other call', async ({ browser }) => {
    const token = tokenOf(await signIn(browser, 'seo'));
    expect((await savePassword(browser, 'POST', 'seo', token)).status).toBe(401);
    expect((await authenticate(browser, 'seo', {})).status).not.toBe(200);
    const body = { type: 'oidc', userId: 'seo', default: '7' };
    expect((await browser.call('POST', '/data/portal/default', { body })).status).toBe(401);
  });
});

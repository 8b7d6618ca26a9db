import { afterAll, expect, it } from 'vitest';
import {
  authorizationUrl,
  beginRequest,
  browserSignedInAs,
  isOutside,
  redeem,
  startEngineServer,
} from './engine-server.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const server = await startEngineServer();
afterAll(() => server.close());

/** Obtains a code, and redeems it after `seconds`. */
async function redeemAfter(seconds: number): Promise<Response> {
  const browser = browserSignedInAs(server, 'kim');
  const uid = await beginRequest(browser, authorizationUrl(server.origin));
  const resumeUrl = new URL(`/oauth2/authorize/${uid}?noReauth=Y`, server.origin);
  const { searchParams } = await browser.follow(resumeUrl, isOutside(server.origin));
  server.advance(seconds);
  return redeem(server.origin, searchParams.get('code') ?? '');
}

it('a code is valid for a minute', async () => {
  expect((await redeemAfter(MINUTE - 15)).status).toBe(200);
  const late = await redeemAfter(MINUTE);
  expect([late.status, (await late.json()).error]).toEqual([400, 'invalid_grant']);
});

it('an access token and an ID token are valid for an hour', async () => {
  const { access_token, expires_in, id_token } = await (await redeemAfter(0)).json();
  const { iat, exp } = JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString('utf8'));
  expect([expires_in, exp - iat]).toEqual([HOUR, HOUR]);
  const userinfo = () =>
    fetch(`${server.origin}/oauth2/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
  server.advance(HOUR - MINUTE);
  expect((await userinfo()).status).toBe(200);
  server.advance(MINUTE);
  expect((await userinfo()).status).toBe(401);
});

import { afterAll, expect, it } from 'vitest';
import {
  authorizationUrl,
  browserSignedInAs,
  callbackOf,
  claimsOf,
  codeIn,
  fetchUserinfo,
  redeem,
  startEngineServer,
} from './engine-server.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const server = await startEngineServer();
afterAll(() => server.close());

/** Obtains a code, and redeems it after `seconds`. */
async function redeemAfter(seconds: number): Promise<Response> {
  const callback = await callbackOf(browserSignedInAs(server, 'kim'), authorizationUrl(server.origin));
  server.advance(seconds);
  return redeem(server.origin, codeIn(callback));
}

it('a code is valid for a minute', async () => {
  expect((await redeemAfter(MINUTE - 15)).status).toBe(200);
  const late = await redeemAfter(MINUTE);
  expect([late.status, (await late.json()).error]).toEqual([400, 'invalid_grant']);
});

it('an access token and an ID token are valid for an hour', async () => {
  const { access_token, expires_in, id_token } = await (await redeemAfter(0)).json();
  const { iat, exp } = claimsOf(id_token);
  expect([expires_in, exp - iat]).toEqual([HOUR, HOUR]);
  server.advance(HOUR - MINUTE);
  expect((await fetchUserinfo(server.origin, access_token)).status).toBe(200);
  server.advance(MINUTE);
  expect((await fetchUserinfo(server.origin, access_token)).status).toBe(401);
});

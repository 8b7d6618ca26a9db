import { object } from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { text } from '#src/api/decode/fields.ts';
import type { CallAuth } from '#src/api/session-token.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';

const network = openNetwork();

const get = { method: 'GET', path: '/', schema: object({ to: text }) } as const;

const json = (body: unknown, status = 200): Response => Response.json(body, { status });

/** A client that receives this answer, with a stored token. */
function clientReceiving(answer: Response, stored = 'stored') {
  const onSessionExpired = vi.fn<() => void>();
  network.answer(() => answer);
  const client = clientWith({ accessToken: () => stored, onSessionExpired });
  return { client, onSessionExpired };
}

describe('a 401', () => {
  const path = '/data/sso/config/c';

  it.each<[string, { path?: string; auth?: CallAuth }]>([
    ['to a call with the stored token', {}],
    ['to the password calls with the stored token', { auth: { header: 'Auth', token: 'stored' } }],
    [
      'to a call with the stored token and another token',
      { auth: { header: 'Auth', token: 'second', storedTokenHeader: 'Authorization' } },
    ],
  ])('%s ends the session', async (_case, changes) => {
    const { client, onSessionExpired } = clientReceiving(json({ errCode: 'notAuthorized' }, 401));
    await client.call({ ...get, path, ...changes });
    expect(onSessionExpired).toHaveBeenCalledTimes(1);
  });

  it.each<[string, { path?: string; auth?: CallAuth }]>([
    [
      'to a call with another token than the stored one',
      { auth: { header: 'Authorization', token: 'narrow' } },
    ],
    ['to the password gate', { path: '/login/password' }],
    ['to the first of two steps', { path: '/login/oidc' }],
    ['to the login', { path: '/authenticate' }],
    ['to the start of a passkey assertion', { path: '/auth/login/fido' }],
    ['to the start of the second step', { path: '/auth/oauth2/mfa/check' }],
    ['to the check of an answer', { path: '/data/sso/password/answer/verification' }],
    ['to the check of an account', { path: '/data/sso/accounts/kim/verification' }],
  ])('%s does not end the session', async (_case, changes) => {
    const { client, onSessionExpired } = clientReceiving(json({ errCode: 'notAuthorized' }, 401));
    await client.call({ ...get, path, ...changes });
    expect(onSessionExpired).not.toHaveBeenCalled();
  });

  it.each([
    ['in the body alone', json({ status: 401 })],
    ['with a page instead of an answer', new Response('<html>', { status: 401 })],
  ])('%s ends the session', async (_case, answer) => {
    const { client, onSessionExpired } = clientReceiving(answer);
    await client.call({ ...get, path });
    expect(onSessionExpired).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['no token is stored', 401, ''],
    ['the status is 403', 403, 'stored'],
  ])('does not end the session when %s', async (_case, status, stored) => {
    const { client, onSessionExpired } = clientReceiving(json({}, status), stored);
    await client.call({ ...get, path });
    expect(onSessionExpired).not.toHaveBeenCalled();
  });
});

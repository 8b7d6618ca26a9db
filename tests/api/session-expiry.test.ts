import { object } from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { text } from '#src/api/decode/fields.ts';
import type { CallAuth } from '#src/api/session-token.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';

const network = openNetwork();

const get = { method: 'GET', path: '/', schema: object({ to: text }) } as const;

const json = (body: unknown, status = 200): Response => Response.json(body, { status });

/** A client that is answered this, with a stored token. */
function tell(answer: Response, stored = 'stored') {
  const onSessionExpired = vi.fn<() => void>();
  network.answer(() => answer);
  const client = clientWith({ accessToken: () => stored, onSessionExpired: onSessionExpired });
  return { client, onSessionExpired };
}

describe('a 401', () => {
  const path = '/data/sso/config/c';

  it.each<[string, { path?: string; auth?: CallAuth }, number]>([
    ['to a call with the stored token', {}, 1],
    ['to the password calls with the stored token', { auth: { header: 'Auth', token: 'stored' } }, 1],
    [
      'beside another token',
      { auth: { header: 'Auth', token: 'second', storedTokenHeader: 'Authorization' } },
      1,
    ],
    ['to a call with a narrow token of its own', { auth: { header: 'Authorization', token: 'narrow' } }, 0],
    ['to the password gate', { path: '/login/password' }, 0],
    ['to the first of two steps', { path: '/login/oidc' }, 0],
    ['to the login', { path: '/authenticate' }, 0],
    ['to the start of a passkey', { path: '/auth/login/fido' }, 0],
    ['to the check of a second factor', { path: '/auth/oauth2/mfa/check' }, 0],
    ['to the check of an answer', { path: '/data/sso/password/answer/verification' }, 0],
    ['to the check of an account', { path: '/data/sso/accounts/kim/verification' }, 0],
  ])('%s ends the session %#', async (_case, changes, times) => {
    const { client, onSessionExpired } = tell(json({ errCode: 'notAuthorized' }, 401));
    await client.call({ ...get, path, ...changes });
    expect(onSessionExpired).toHaveBeenCalledTimes(times);
  });

  it('of the body alone, or of a page in place of an answer, ends it too', async () => {
    for (const answer of [json({ status: 401 }), new Response('<html>', { status: 401 })]) {
      const { client, onSessionExpired } = tell(answer);
      await client.call({ ...get, path });
      expect(onSessionExpired).toHaveBeenCalledTimes(1);
    }
  });

  it.each([
    ['no token is stored', 401, ''],
    ['it is no 401', 403, 'stored'],
  ])('ends nothing where %s', async (_case, status, stored) => {
    const { client, onSessionExpired } = tell(json({}, status), stored);
    await client.call({ ...get, path });
    expect(onSessionExpired).not.toHaveBeenCalled();
  });
});

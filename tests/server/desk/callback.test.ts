import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { rolesOf } from '#server/desk/roles.ts';
import { deskSignIn, type SignInRedirect } from '#server/desk/sign-in.ts';
import { deskSessionsIn } from '#server/storage/sessions/desk-sessions.ts';
import { DESK_URL, DESK_USERS, startDesk } from './desk-server.ts';

/** The portal's answer to the token request. */
type TokenAnswer = {
  /** Whether the portal session has ended since. */
  readonly hasSessionEnded?: boolean;
  readonly status?: number;
  readonly claims?: Readonly<Record<string, unknown>>;
};

describe('the callback of a sign-in at the desk', async () => {
  const desk = await startDesk();
  afterAll(() => desk.close());

  const finishSignIn = async (
    { status = 200, claims = {}, hasSessionEnded = false }: TokenAnswer,
    query = 'to=/desk/',
    isLate = false,
  ) => {
    const { portal } = desk;
    const settings = portal.config.desk;
    if (!settings) throw new TypeError('There is no desk');
    const seconds = Math.floor(portal.now() / 1000);
    let nonce = '';
    const signIn = deskSignIn({
      portal,
      desk: settings,
      sessions: deskSessionsIn(desk.db, { url: DESK_URL, idleMs: 60_000 }, portal.now, randomBytes),
      roles: rolesOf(portal, settings),
      report: () => undefined,
      findPortalSession: async (userId) => (hasSessionEnded ? null : desk.signInAtPortal(userId)),
      postForm: async () => {
        const payload = {
          iss: portal.config.publicUrl,
          aud: 'desk',
          sub: DESK_USERS.helpDesk,
          nonce,
          exp: seconds + 60,
          auth_time: seconds,
          amr: ['hwk', 'user'],
          ...claims,
        };
        const token = ['e30', Buffer.from(JSON.stringify(payload)).toString('base64url'), ''].join('.');
        return { status, body: JSON.stringify({ id_token: token }) };
      },
    });
    const { to, cookies } = signIn.begin(new URLSearchParams(query));
    const params = new URL(to).searchParams;
    nonce = params.get('nonce') ?? '';
    const callbackQuery = new URLSearchParams({ code: 'code', state: params.get('state') ?? '' });
    if (isLate) desk.wait(61 * 60_000);
    return signIn.finish(callbackQuery, cookies.join('; '));
  };

  const expectRefusal = ({ to, cookies }: SignInRedirect, refused: string): void => {
    expect(to).toBe(`/desk/?refused=${refused}`);
    expect(cookies.some((cookie) => cookie.startsWith('munjigi_desk='))).toBe(false);
  };

  it('accepts a passkey of a person with a role', async () => {
    const { to, cookies } = await finishSignIn({});
    expect([to, cookies.some((cookie) => cookie.startsWith('munjigi_desk='))]).toEqual(['/desk/', true]);
  });

  it.each<readonly [what: string, answer: TokenAnswer, refused: string]>([
    ['a password', { claims: { amr: ['pwd'] } }, 'weakProof'],
    ['a card', { claims: { amr: ['otp', 'hwk'] } }, 'weakProof'],
    ['somebody without a role', { claims: { sub: 'kim' } }, 'noRole'],
    ['nobody', { claims: { sub: 'none' } }, 'notSignedIn'],
    ['a disabled account', { claims: { sub: 'jung' } }, 'notSignedIn'],
    ['another nonce', { claims: { nonce: 'another' } }, 'notSignedIn'],
    ['another issuer', { claims: { iss: 'https://evil.example' } }, 'notSignedIn'],
    ['a token for another service', { claims: { aud: 'demo-oidc' } }, 'notSignedIn'],
    ['an expired token', { claims: { exp: 1 } }, 'notSignedIn'],
    ['an ended session of the portal', { hasSessionEnded: true }, 'notSignedIn'],
    ['a code that is refused', { status: 400 }, 'notSignedIn'],
  ])('refuses %s', async (_what, answer, refused) => {
    expectRefusal(await finishSignIn(answer), refused);
  });

  it('refuses an earlier proof when a new one was required', async () => {
    expectRefusal(await finishSignIn({ claims: { auth_time: 1 } }, 'to=/desk/&again=Y'), 'notSignedIn');
  });

  it.each([
    'https://evil.example/desk/',
    '//evil.example/desk/',
    '/login',
    '/desk/../login',
    '/desk/sign-in',
  ])('leads to the start page instead of %s', async (to) => {
    expect((await finishSignIn({}, String(new URLSearchParams({ to })))).to).toBe('/desk/');
  });

  it('refuses a sign-in that took more than an hour', async () => {
    expectRefusal(await finishSignIn({}, undefined, true), 'notSignedIn');
  });
});

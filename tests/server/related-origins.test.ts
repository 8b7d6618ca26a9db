import { expect, test } from 'vitest';
import { creationOptions } from '#server/login/passkey/registration.ts';
import { accountOf } from '#tests/support/server/accounts.ts';
import { testServer } from '#tests/support/server/server.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { challengeFor, registerPasskey } from './methods/passkey-steps.ts';
import { enter, errCodeOrStatus, logIn } from './methods/steps.ts';
import { problemsOf, resolve } from './resolve-config.ts';

const RELATED_ORIGINS = ['https://login.hanbit.kr', 'https://login.hanbit.co'];
const PATH = 'http://localhost:8080/.well-known/webauthn';

test('the related origins are served; without any the address does not exist', async () => {
  const { app } = await testServer({ passkeys: { relatedOrigins: RELATED_ORIGINS } });
  const response = await app.request(PATH);
  expect([response.status, response.headers.get('Content-Type'), await response.json()]).toEqual([
    200,
    'application/json',
    { origins: RELATED_ORIGINS },
  ]);
  expect((await (await testServer()).app.request(PATH)).status).toBe(404);
});

test('passkeys of another host can be created and used by this portal’s pages only', async () => {
  const server = await testServer({ passkeys: { rpId: 'login.hanbit.example' } });
  const account = await accountOf(server.portal, 'lee');
  expect((await creationOptions(server.portal, account)).rp.id).toBe('login.hanbit.example');
  const authenticator = softwareAuthenticator({ rpId: 'login.hanbit.example' });
  await registerPasskey(server, 'lee', authenticator);
  const lee = await enter(server, 'lee');
  const outcomeOf = async (changes: object) =>
    errCodeOrStatus(
      await logIn(lee, '12', secretOf(authenticator.assertion(await challengeFor(lee), changes))),
    );
  expect([
    await outcomeOf({ origin: 'https://login.hanbit.kr' }),
    await outcomeOf({ rpId: 'localhost' }),
    await outcomeOf({}),
  ]).toEqual(['005_1', '005_1', 200]);
});

test.each([
  ['http://localhost:8080', 'passkeys.relatedOrigins[0]: is the portal itself'],
  ['http://login.hanbit.kr', 'passkeys.relatedOrigins[0]: must be https'],
])('the origin %s is refused', (origin, problem) => {
  expect(problemsOf(() => resolve({ passkeys: { relatedOrigins: [origin] } }))).toContain(problem);
});

test('a relying party id that is no host name is refused', () => {
  const [problem] = problemsOf(() => resolve({ passkeys: { rpId: 'https://login.hanbit.kr' } }));
  expect(problem).toContain('passkeys.rpId: must be a host name');
});

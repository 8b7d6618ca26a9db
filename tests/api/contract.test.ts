import { expect, test, vi } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { fetchAccount, fetchPasswordSecurity } from '#src/api/account-settings.ts';
import { fetchAuthenticators } from '#src/api/authenticator.ts';
import { sendWithKy } from '#src/api/client.ts';
import { authenticate } from '#src/api/login.ts';
import { checkPolicy } from '#src/api/policy.ts';
import { fetchPortalDomain } from '#src/api/portal-domain.ts';
import { fetchAccessToken, requestCode } from '#src/api/sending.ts';
import { fetchAuthSummary, fetchClientConfig } from '#src/api/summary.ts';
import { clientWith } from '#tests/support/client.ts';
import { openNetwork } from '#tests/support/network.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { PUBLIC_URL, type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID } from '#tests/support/server/steps.ts';

const network = openNetwork();
const { signal } = new AbortController();

/** Opens a page of the reference server, and returns the portal's client with its cookies and challenge key. */
async function openPage(server: TestServer, path: string, foreignKey?: string) {
  const browser = server.browser();
  const page = await browser.visit(path);
  const { challengeKey } = configBlockOf(page.text);
  const onErrorPage = vi.fn<() => void>();
  const onChallenge = vi.fn<(token: string) => void>();
  network.answer((request) => browser.forward(request));
  const client = clientWith(
    {
      challengeKey: () => foreignKey ?? challengeKey,
      onChallenge,
      onErrorPage,
    },
    { send: sendWithKy({ base: PUBLIC_URL }), now: () => server.clock.now },
  );
  return { client, challengeKey, onErrorPage, onChallenge };
}

const credentials = (secret: string, policyId: string) =>
  ({
    step: '1',
    secret,
    clientId: CLIENT_ID,
    accessToken: '',
    tokenCode: '-1',
    type: 'oidc',
    mode: 'web',
    policyId,
    fixed: 'N',
    alwaysSend: 'N',
    ip: '',
    check: '',
    redirect: '',
  }) as const;

test('the client and the reference server agree on a whole login', async () => {
  const server = await testServer();
  const id = server.engine.beginRequest();
  const { client, onErrorPage, onChallenge } = await openPage(server, `/redirect?uid=${id}`);
  const resumeUrl = `${PUBLIC_URL}/oauth2/authorize/${id}`;

  expect(await fetchAuthSummary(client, signal)).toMatchObject({
    ok: true,
    value: { clientId: CLIENT_ID, redirectUrl: resumeUrl, isAlreadyAuth: false, hasOpenIdScope: true },
  });
  expect(await fetchPortalDomain(client, signal)).toEqual({ ok: true, value: PUBLIC_URL });
  expect(await fetchClientConfig(client, CLIENT_ID, signal)).toMatchObject({
    ok: true,
    value: { serviceName: expect.stringMatching(/./) },
  });
  const checked = await checkPolicy(client, { userId: 'kim', clientId: CLIENT_ID }, signal);
  expect(checked).toMatchObject({
    ok: true,
    value: { userId: 'kim', policy: { allowed: { password: true } } },
  });
  const policyId = checked.ok ? checked.value.policy.policyId : '';
  expect(await fetchPasswordSecurity(client, CLIENT_ID, signal)).toMatchObject({ ok: true });
  expect(await fetchAccount(client, { userId: 'kim', clientId: CLIENT_ID }, signal)).toMatchObject({
    ok: true,
    value: { canSetPassword: true },
  });
  expect(
    await authenticate(client, { userId: 'kim', userPassword: credentials(SEED_PASSWORD, policyId) }, signal),
  ).toMatchObject({ ok: true, value: { to: resumeUrl } });

  expect(onChallenge).toHaveBeenCalledTimes(7);
  expect(onErrorPage).not.toHaveBeenCalled();
});

test('the client and the reference server agree on a code by SMS', async () => {
  const server = await testServer();
  const { client, onErrorPage } = await openPage(server, `/redirect?uid=${server.engine.beginRequest()}`);
  const subject = { userId: 'lee', clientId: CLIENT_ID };
  const checked = await checkPolicy(client, subject, signal);
  const policyId = checked.ok ? checked.value.policy.policyId : '';

  expect(await fetchAuthenticators(client, subject, signal)).toMatchObject({
    ok: true,
    value: {
      authenticators: { otpCard: expect.stringMatching(/./), yubikeyFirst: expect.stringMatching(/./) },
      license: { hasTimeLeft: true, isBelowLimit: true },
    },
  });
  const accessToken = await fetchAccessToken(client, subject, signal);
  const token = accessToken.ok ? accessToken.value : '';
  const request = { ...subject, channel: 'sms', token, purpose: 'Code to sign in' } as const;
  expect(await requestCode(client, request, signal)).toEqual({ ok: true, value: undefined });
  expect(await requestCode(client, { ...request, token: 'foreign' }, signal)).toMatchObject({
    failure: { kind: 'rejected', status: 401 },
  });
  const text = server.outbox.list({ userId: 'lee', channel: 'sms' }).at(-1)?.text ?? '';
  const userPassword = {
    ...credentials(/\b\d{6}\b/.exec(text)?.[0] ?? '', policyId),
    tokenCode: '1',
  } as const;
  expect(await authenticate(client, { userId: 'lee', userPassword }, signal)).toMatchObject({
    ok: true,
    value: { to: expect.stringContaining('/oauth2/authorize/') },
  });
  expect(onErrorPage).not.toHaveBeenCalled();
});

test('the client reads a refusal of the reference server with its counters', async () => {
  const server = await testServer();
  const { client, onErrorPage } = await openPage(server, `/redirect?uid=${server.engine.beginRequest()}`);

  expect(await checkPolicy(client, { userId: 'nobody', clientId: CLIENT_ID }, signal)).toMatchObject({
    failure: { kind: 'rejected', code: '000' },
  });
  const checked = await checkPolicy(client, { userId: 'kim', clientId: CLIENT_ID }, signal);
  const policyId = checked.ok ? checked.value.policy.policyId : '';
  expect(
    await authenticate(client, { userId: 'kim', userPassword: credentials('wrong', policyId) }, signal),
  ).toMatchObject({
    failure: { kind: 'rejected', status: 400, code: '001', details: { failCount: 1, maxCount: 5 } },
  });
  expect(onErrorPage).not.toHaveBeenCalled();
});

test('the client refuses an answer whose challenge token has the key of another session', async () => {
  const server = await testServer();
  const { challengeKey } = await openPage(server, '/login');
  const { client, onErrorPage } = await openPage(server, '/login', challengeKey);

  expect(await fetchPortalDomain(client, signal)).toEqual({
    ok: false,
    failure: { kind: 'malformed', status: 200 },
  });
  expect(onErrorPage).toHaveBeenCalledOnce();
});

import { afterAll, expect, it } from 'vitest';
import { Browser } from '#tests/server/oidc/browser.ts';
import { authnRequest, postFields, redirectAddress, withSignature } from './requests.ts';
import { spMetadata, startSamlServer, UNSIGNED_SERVICE } from './saml-server.ts';

/** A service whose metadata announces no signed requests, though the operator requires them. */
const SIGNATURE_REQUIRED = {
  serviceId: 'demanded',
  metadata: spMetadata({ ...UNSIGNED_SERVICE, hasKey: true }),
  serviceName: { ko: '서명을 요구하는 서비스', en: 'Demanded' },
  requireSignedRequests: true,
};

const server = await startSamlServer({ serviceProviders: [SIGNATURE_REQUIRED] });
const sso = `${server.origin}/saml/sso`;
afterAll(() => server.close());

const headers = { accept: 'application/json' };
const get = (url: string) => new Browser().open(url, { headers });
const post = (fields: Record<string, string>) =>
  new Browser().open(sso, { method: 'POST', headers, body: new URLSearchParams(fields) });

it('a request without a signature is refused when the operator requires one, by either binding', async () => {
  const answers = [
    await get(redirectAddress(sso, authnRequest(server))),
    await post(postFields(authnRequest(server))),
  ];
  for (const answer of answers) {
    expect(answer.headers.get('location')).toBeNull();
    expect(answer.status).toBe(400);
  }
});

it('a signed request is accepted', async () => {
  const answers = [
    await get(redirectAddress(sso, authnRequest(server), { isSigned: true })),
    await post(postFields(withSignature(authnRequest(server)))),
  ];
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
});

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import {
  authorizationUrl,
  browserSignedInAs,
  callbackOf,
  claimsOf,
  codeIn,
  fetchUserinfo,
  isOutside,
  redeem,
  startEngineServer,
} from './engine-server.ts';

/** Requirements of RFC 9700 that no other test of the engine covers. */
describe('an authorization code of the engine', async () => {
  const server = await startEngineServer();
  afterAll(() => server.close());

  const newCallback = (parameters: Readonly<Record<string, string>> = {}): Promise<URL> =>
    callbackOf(browserSignedInAs(server, 'kim'), authorizationUrl(server.origin, parameters));
  const newCode = async (parameters: Readonly<Record<string, string>> = {}): Promise<string> =>
    codeIn(await newCallback(parameters));
  const redeemWithVerifier = (code: string, code_verifier: string): Promise<Response> =>
    redeem(server.origin, code, undefined, { code_verifier });
  const errorOf = async (answer: Response) => [answer.status, (await answer.json()).error];

  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const S256 = { code_challenge: challenge, code_challenge_method: 'S256' };

  it('revokes its access token when it is redeemed twice', async () => {
    const code = await newCode();
    const { access_token } = await (await redeem(server.origin, code)).json();
    expect((await fetchUserinfo(server.origin, access_token)).status).toBe(200);
    expect(await errorOf(await redeem(server.origin, code))).toEqual([400, 'invalid_grant']);
    expect((await fetchUserinfo(server.origin, access_token)).status).toBe(401);
  });

  it('gives access to the groups of the person in ID token and userinfo, under the configured name', async () => {
    const { access_token, id_token } = await (await redeem(server.origin, await newCode())).json();
    const userinfo = await (await fetchUserinfo(server.origin, access_token)).json();
    for (const claims of [claimsOf(id_token), userinfo]) {
      expect(claims).toMatchObject({ departments: ['Sales', 'R&D'] });
    }
  });

  it('requires the verifier when the request had a challenge', async () => {
    expect(await errorOf(await redeem(server.origin, await newCode(S256)))).toEqual([400, 'invalid_grant']);
    const otherVerifier = randomBytes(32).toString('base64url');
    expect(await errorOf(await redeemWithVerifier(await newCode(S256), otherVerifier))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect((await redeemWithVerifier(await newCode(S256), verifier)).status).toBe(200);
  });

  it('is refused with a verifier when the request had no challenge', async () => {
    expect(await errorOf(await redeemWithVerifier(await newCode(), verifier))).toEqual([
      400,
      'invalid_grant',
    ]);
  });

  it('is not issued for a plain challenge, and tokens are not issued in the address', async () => {
    const callbackOfPlain = await browserSignedInAs(server, 'kim').follow(
      authorizationUrl(server.origin, { code_challenge: verifier, code_challenge_method: 'plain' }),
      isOutside(server.origin),
    );
    expect(callbackOfPlain.searchParams.get('error')).toBe('invalid_request');
    for (const response_type of ['token', 'id_token', 'id_token token']) {
      const callback = await browserSignedInAs(server, 'kim').follow(
        authorizationUrl(server.origin, { response_type, nonce: 'n' }),
        isOutside(server.origin),
      );
      expect(`${callback.search}${callback.hash}`).toContain('error=unsupported_response_type');
    }
  });

  it('is returned with the issuer, as announced in the metadata', async () => {
    expect((await newCallback()).searchParams.get('iss')).toBe(server.origin);
    const metadata = await (await fetch(`${server.origin}/.well-known/openid-configuration`)).json();
    expect(metadata).toMatchObject({
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: expect.not.arrayContaining(['password', 'implicit']),
    });
  });

  it('is redeemed at an endpoint whose answers only scripts of registered sites can read', async () => {
    const allowedOrigin = async (path: string, origin: string, body?: URLSearchParams) => {
      const answer = await fetch(`${server.origin}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { origin },
        redirect: 'manual',
        ...(body && { body }),
      });
      return answer.headers.get('access-control-allow-origin');
    };
    const form = new URLSearchParams({ grant_type: 'authorization_code', client_id: 'public', code: 'none' });
    expect(await allowedOrigin('/oauth2/token', 'https://spa.example', form)).toBe('https://spa.example');
    expect(await allowedOrigin('/oauth2/token', 'https://evil.example', form)).toBeNull();
    const { pathname, search } = authorizationUrl(server.origin);
    expect(await allowedOrigin(`${pathname}${search}`, 'https://rp.example')).toBeNull();
  });
});

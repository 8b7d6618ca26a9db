import { createHash, randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import {
  authorizationUrl,
  beginRequest,
  browserSignedInAs,
  isOutside,
  redeem,
  startEngineServer,
} from './engine-server.ts';

/** Requirements of RFC 9700 that no other test of the engine covers. */
describe('an authorization code of the engine', async () => {
  const server = await startEngineServer();
  afterAll(() => server.close());

  const callbackOf = async (parameters: Readonly<Record<string, string>> = {}): Promise<URL> => {
    const browser = browserSignedInAs(server, 'kim');
    const uid = await beginRequest(browser, authorizationUrl(server.origin, parameters));
    return browser.follow(
      new URL(`/oauth2/authorize/${uid}?noReauth=Y`, server.origin),
      isOutside(server.origin),
    );
  };
  const codeOf = async (parameters: Readonly<Record<string, string>> = {}): Promise<string> =>
    (await callbackOf(parameters)).searchParams.get('code') ?? '';
  const redeemWithVerifier = (code: string, code_verifier: string): Promise<Response> =>
    redeem(server.origin, code, undefined, { code_verifier });
  const errorOf = async (answer: Response) => [answer.status, (await answer.json()).error];

  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const S256 = { code_challenge: challenge, code_challenge_method: 'S256' };

  it('revokes its access token when it is redeemed twice', async () => {
    const code = await codeOf();
    const { access_token } = await (await redeem(server.origin, code)).json();
    const userinfo = () =>
      fetch(`${server.origin}/oauth2/userinfo`, { headers: { authorization: `Bearer ${access_token}` } });
    expect((await userinfo()).status).toBe(200);
    expect(await errorOf(await redeem(server.origin, code))).toEqual([400, 'invalid_grant']);
    expect((await userinfo()).status).toBe(401);
  });

  it('gives access to the groups of the person in ID token and userinfo, under the configured name', async () => {
    const { access_token, id_token } = await (await redeem(server.origin, await codeOf())).json();
    const payload = Buffer.from(String(id_token).split('.')[1] ?? '', 'base64url').toString();
    const headers = { authorization: `Bearer ${access_token}` };
    const userinfo = await (await fetch(`${server.origin}/oauth2/userinfo`, { headers })).json();
    for (const claims of [JSON.parse(payload), userinfo]) {
      expect(claims).toMatchObject({ departments: ['Sales', 'R&D'] });
    }
  });

  it('requires the verifier when the request had a challenge', async () => {
    expect(await errorOf(await redeem(server.origin, await codeOf(S256)))).toEqual([400, 'invalid_grant']);
    const other = randomBytes(32).toString('base64url');
    expect(await errorOf(await redeemWithVerifier(await codeOf(S256), other))).toEqual([
      400,
      'invalid_grant',
    ]);
    expect((await redeemWithVerifier(await codeOf(S256), verifier)).status).toBe(200);
  });

  it('is refused with a verifier when the request had no challenge', async () => {
    expect(await errorOf(await redeemWithVerifier(await codeOf(), verifier))).toEqual([400, 'invalid_grant']);
  });

  it('is not issued for a plain challenge, and tokens are not issued in the address', async () => {
    const plain = await browserSignedInAs(server, 'kim').follow(
      authorizationUrl(server.origin, { code_challenge: verifier, code_challenge_method: 'plain' }),
      isOutside(server.origin),
    );
    expect(plain.searchParams.get('error')).toBe('invalid_request');
    for (const response_type of ['token', 'id_token', 'id_token token']) {
      const end = await browserSignedInAs(server, 'kim').follow(
        authorizationUrl(server.origin, { response_type, nonce: 'n' }),
        isOutside(server.origin),
      );
      expect(`${end.search}${end.hash}`).toContain('error=unsupported_response_type');
    }
  });

  it('is returned with the issuer, as announced in the metadata', async () => {
    expect((await callbackOf()).searchParams.get('iss')).toBe(server.origin);
    const document = await (await fetch(`${server.origin}/.well-known/openid-configuration`)).json();
    expect(document).toMatchObject({
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

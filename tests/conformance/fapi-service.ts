import { createHash, randomUUID } from 'node:crypto';
import type { Browser } from '#tests/server/oidc/browser.ts';
import { type Algorithm, type SigningKey, signingKey } from '#tests/support/server/signing-key.ts';
import { CALLBACK, codeOf, type Outcome, type Params, startConformance } from './service.ts';

const CODE_VERIFIER = 'v'.repeat(43);
const CODE_CHALLENGE = createHash('sha256').update(CODE_VERIFIER).digest('base64url');

/** The current time in seconds. */
export const currentSecond = (): number => Math.floor(Date.now() / 1000);

/** Changed members of a JWT; undefined removes a member. */
export type Changes = { readonly header?: object; readonly claims?: object };

/** Creates a proof of possession of a key for a call (RFC 9449). */
export const createProof = (
  key: SigningKey,
  htm: string,
  htu: string,
  { header, claims }: Changes = {},
): string =>
  key.jwt(
    { typ: 'dpop+jwt', jwk: key.jwk, ...header },
    { jti: randomUUID(), htm, htu, iat: currentSecond(), ...claims },
  );

/** Starts the portal for services of the FAPI 2.0 Security Profile; each service has a separate key. */
export async function startFapi(services: Readonly<Record<string, Algorithm>>) {
  const keys = new Map(Object.entries(services).map(([id, alg]) => [id, signingKey(alg)]));
  const service = await startConformance(
    ...[...keys].map(([clientId, { jwk }]) => ({
      clientId,
      fapi: true,
      jwks: { keys: [jwk] },
      redirectUris: [CALLBACK],
      serviceName: { ko: '서비스', en: 'Service' },
    })),
  );
  const { discovery, portal, followRedirects, answer } = service;
  const { token_endpoint, userinfo_endpoint, pushed_authorization_request_endpoint: par } = discovery;

  function client(clientId: string) {
    const key = keys.get(clientId) ?? signingKey('ES256');
    const dpopKey = signingKey('ES256');

    const assertion = ({ header, claims }: Changes = {}, assertionKey = key): Params => ({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertionKey.jwt(
        { ...header },
        {
          iss: clientId,
          sub: clientId,
          aud: portal,
          jti: randomUUID(),
          exp: currentSecond() + 60,
          ...claims,
        },
      ),
    });

    const post = (address: string, form: Params, dpop?: string): Promise<Response> =>
      fetch(address, {
        method: 'POST',
        headers: dpop === undefined ? {} : { dpop },
        body: new URLSearchParams(Object.entries(form).filter(([, value]) => value !== '')),
      });

    /** Pushes a request (RFC 9126) without the empty parameters. */
    const pushRequest = (
      more: Params = {},
      clientAuthentication = assertion(),
      dpop?: string,
    ): Promise<Response> =>
      post(
        par,
        {
          client_id: clientId,
          response_type: 'code',
          scope: 'openid',
          redirect_uri: CALLBACK,
          state: 'the-state',
          nonce: 'the-nonce',
          code_challenge: CODE_CHALLENGE,
          code_challenge_method: 'S256',
          ...more,
          ...clientAuthentication,
        },
        dpop,
      );

    const uriOf = async (pushed: Response): Promise<string> => {
      const { request_uri } = await pushed.json();
      if (typeof request_uri !== 'string') throw new Error(`The request was refused with ${pushed.status}`);
      return request_uri;
    };

    /** Opens a pushed request, and follows redirects until a person has to act. */
    const openPushedRequest = (browser: Browser, request_uri: string, more: Params = {}): Promise<Outcome> =>
      followRedirects(
        browser,
        `${discovery.authorization_endpoint}?${new URLSearchParams({ client_id: clientId, request_uri, ...more })}`,
      );

    const requestSignIn = async (browser: Browser, more: Params = {}): Promise<Outcome> =>
      openPushedRequest(browser, await uriOf(await pushRequest(more)));

    /** Signs in the person kim with a password; returns the code. */
    async function codeFor(browser: Browser, more: Params = {}): Promise<string> {
      const outcome = await answer(browser, await requestSignIn(browser, more), clientId);
      const code = codeOf(outcome);
      if (code === '') throw new Error(`The request ended at ${JSON.stringify(outcome)}`);
      return code;
    }

    type RedeemOptions = {
      readonly form?: Params;
      readonly clientAuthentication?: Params;
      readonly dpop?: string | null;
    };

    /**
     * Redeems a code.
     * @param dpop the proof of possession; null for a call without a proof
     */
    const redeem = (
      code: string,
      { form, clientAuthentication = assertion(), dpop }: RedeemOptions = {},
    ): Promise<Response> =>
      post(
        token_endpoint,
        {
          grant_type: 'authorization_code',
          code,
          redirect_uri: CALLBACK,
          code_verifier: CODE_VERIFIER,
          ...form,
          ...clientAuthentication,
        },
        dpop === null ? undefined : (dpop ?? createProof(dpopKey, 'POST', token_endpoint)),
      );

    const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

    /** Creates a proof of possession for a call of userinfo. */
    const userinfoProof = (
      token: string,
      { header = {}, claims = {} }: Changes = {},
      proofKey = dpopKey,
    ): string =>
      createProof(proofKey, 'GET', userinfo_endpoint, {
        header,
        claims: { ath: tokenHash(token), ...claims },
      });

    const userinfo = (
      token: string,
      dpop: string | null = userinfoProof(token),
      scheme = 'DPoP',
    ): Promise<Response> =>
      fetch(userinfo_endpoint, {
        headers: { authorization: `${scheme} ${token}`, ...(dpop !== null && { dpop }) },
      });

    return {
      key,
      dpopKey,
      assertion,
      pushRequest,
      uriOf,
      openPushedRequest,
      requestSignIn,
      codeFor,
      redeem,
      userinfoProof,
      userinfo,
    };
  }

  return { ...service, par, client };
}

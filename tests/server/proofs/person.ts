import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { touch } from '#tests/server/methods/device-codes.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { claimsOf } from '#tests/server/oidc/engine-server.ts';
import { formOf } from '#tests/server/saml/form.ts';
import { call } from '#tests/server/saml/portal-calls.ts';
import { authnRequest, redirectAddress } from '#tests/server/saml/requests.ts';
import { firstStep } from '#tests/support/server/steps.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { encodeUserPassword } from '#wire/user-password.ts';
import {
  CLIENT_SECRET,
  clientIdOf,
  originOf,
  type Protocol,
  type RunningPortal,
  type ServiceName,
} from './services.ts';

/** Requirements of a request; SAML has all of them but `maxAge`. */
export type Demands = {
  readonly wantsFreshLogin?: boolean;
  readonly maxAge?: number;
  readonly wantsTwoSteps?: boolean;
};

/** The login that a service receives, with its time in seconds since the beginning. */
export type AssertedLogin = {
  readonly at: number;
  readonly amr?: readonly string[];
  readonly context: string;
};

export type Request = {
  readonly id: string;
  readonly protocol: Protocol;
  readonly service: ServiceName;
  readonly resumeUrl: string;
};

const USER = 'hong';
const MFA = 'https://refeds.org/profile/mfa';
const INSTANT = / AuthnInstant="([^"]+)"/;
const CLASS_REF = /<saml:AuthnContextClassRef>([^<]+)</;

let touchCount = 0;

/** The OTP of the next touch of Hong’s Yubikey. */
const nextTouch = (): string => {
  touchCount += 1;
  return touch(SEEDED_DEVICES.hong.yubikeyFirst, 7, touchCount);
};

/** Creates a browser in which Hong gives the proofs that the page requires; each takes a minute. */
export function createPerson(server: RunningPortal) {
  const browser = new Browser();
  const startedAt = server.now();
  const { origin } = server;
  /** The proofs that the page required, in their order. */
  const proofs: string[] = [];

  const post = (path: string, body: unknown) => call(browser, origin, 'POST', path, body);
  const requestIdOf = (location: string | null): string =>
    new URL(location ?? '', origin).searchParams.get('uid') ?? '';

  async function begin(protocol: Protocol, service: ServiceName, demands: Demands = {}): Promise<Request> {
    const base = { protocol, service };
    if (protocol === 'saml') {
      const xml = authnRequest(server, {
        origin: originOf(service),
        ...(demands.wantsFreshLogin && { attributes: 'ForceAuthn="true"' }),
        ...(demands.wantsTwoSteps && {
          inside: `<samlp:RequestedAuthnContext><saml:AuthnContextClassRef>${MFA}</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>`,
        }),
      });
      const answer = await browser.open(redirectAddress(`${origin}/saml/sso`, xml));
      const id = requestIdOf(answer.headers.get('location'));
      return { ...base, id, resumeUrl: `${origin}/saml/resume/${id}` };
    }
    const query = new URLSearchParams({
      client_id: clientIdOf(protocol, service),
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${originOf(service)}/callback`,
      ...(demands.wantsFreshLogin && { prompt: 'login' }),
      ...(demands.maxAge !== undefined && { max_age: String(demands.maxAge) }),
      ...(demands.wantsTwoSteps && { acr_values: 'urn:munjigi:acr:two-steps' }),
    });
    const answer = await browser.open(`${origin}/oauth2/authorize?${query}`);
    const id = requestIdOf(answer.headers.get('location'));
    return { ...base, id, resumeUrl: `${origin}/oauth2/authorize/${id}` };
  }

  const openPage = ({ id }: Request) => browser.open(`${origin}/redirect?uid=${id}`);

  const checkPolicy = async ({ protocol, service }: Request) =>
    (await post('/auth/policy/check', { userId: USER, clientId: clientIdOf(protocol, service) })).json;

  const recordProof = (proof: string): void => {
    proofs.push(proof);
    server.wait(60);
  };

  const authenticate = (
    { protocol, service, resumeUrl }: Request,
    policyId: unknown,
    tokenCode: string,
    secret: string,
  ) =>
    post('/authenticate', {
      userId: USER,
      userPassword: firstStep({
        secret,
        clientId: clientIdOf(protocol, service),
        tokenCode,
        type: protocol,
        policyId: String(policyId),
        redirect: resumeUrl,
      }),
    });

  const passGate = ({ protocol, service }: Request, policyId: unknown) =>
    post('/login/password', {
      userId: USER,
      userPassword: SEED_PASSWORD,
      clientId: clientIdOf(protocol, service),
      selfAuthFlag: 'N',
      policyId,
    });

  const proveSecondStep = (
    { protocol, service, resumeUrl }: Request,
    policyId: unknown,
    secondToken: unknown,
  ) =>
    post('/authenticate', {
      userId: USER,
      userPassword: encodeUserPassword({
        step: '2',
        secret: nextTouch(),
        accessToken: String(secondToken),
        clientId: clientIdOf(protocol, service),
        type: protocol,
        tokenCode: TYPE_CODES.yubikey,
        mode: 'web',
        ip: '',
        policyId: String(policyId),
        fixed: 'N',
        firstFixed: '',
        check: '',
        redirect: resumeUrl,
      }),
    });

  /** Gives the required proofs, from the ID entry on; returns the status of the last call. */
  async function proveAll(request: Request): Promise<number> {
    const policy = await checkPolicy(request);
    const { policyId } = policy;
    if (request.service === 'gated' && policy['check'] !== true) {
      recordProof('password');
      await passGate(request, policyId);
    }
    if (request.service === 'gated' || request.service === 'keyAlone') {
      recordProof('key');
      return (await authenticate(request, policyId, TYPE_CODES.yubikey, nextTouch())).status;
    }
    if (policy['secondAuth'] !== 'Y') {
      recordProof('password');
      return (await authenticate(request, policyId, TYPE_CODES.password, SEED_PASSWORD)).status;
    }
    let { secondToken } = policy;
    if (secondToken === undefined) {
      recordProof('password');
      const { json } = await post('/login/oidc', {
        clientId: clientIdOf(request.protocol, request.service),
        userId: USER,
        type: TYPE_CODES.password,
        otp: SEED_PASSWORD,
        fidoStatus: '',
      });
      secondToken = json['secondToken'];
    }
    recordProof('key');
    return (await proveSecondStep(request, policyId, secondToken)).status;
  }

  const secondsFromStart = (at: number): number => Math.round((at - startedAt) / 1000);

  async function openIdLogin({ service, protocol }: Request, callback: URL): Promise<AssertedLogin> {
    const clientId = clientIdOf(protocol, service);
    const answer = await fetch(`${origin}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${CLIENT_SECRET}`).toString('base64')}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: `${originOf(service)}/callback`,
      }),
    });
    const claims = claimsOf((await answer.json()).id_token);
    return { at: secondsFromStart(claims.auth_time * 1000), amr: claims.amr, context: claims.acr };
  }

  function samlLogin(page: string): AssertedLogin {
    const xml = Buffer.from(formOf(page).fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
    const at = Date.parse(INSTANT.exec(xml)?.[1] ?? '');
    return { at: secondsFromStart(at), context: CLASS_REF.exec(xml)?.[1] ?? '' };
  }

  /** The login that the service receives when the request is resumed; null when the browser is redirected to the portal again. */
  async function resume(request: Request): Promise<AssertedLogin | null> {
    const answer = await browser.open(`${request.resumeUrl}?noReauth=Y`);
    const location = answer.headers.get('location');
    if (location === null) return samlLogin(await answer.text());
    const target = new URL(location, origin);
    if (target.pathname === '/redirect') return null;
    return openIdLogin(request, target);
  }

  /** Signs in at a service; returns the proofs that were required and the login that the service receives. */
  async function goTo(protocol: Protocol, service: ServiceName, demands: Demands = {}) {
    proofs.length = 0;
    const request = await begin(protocol, service, demands);
    await openPage(request);
    const { json: summary } = await call(browser, origin, 'GET', '/summary/auth');
    if (summary['isAlreadyAuth'] !== true) await proveAll(request);
    return { proofs: [...proofs], login: await resume(request) };
  }

  return { begin, openPage, checkPolicy, passGate, authenticate, proveAll, resume, goTo, nextTouch, proofs };
}

import { afterAll, describe, expect, it } from 'vitest';
import { ACR_VALUES } from '#server/protocols/oidc/acr.ts';
import { Browser } from './browser.ts';
import {
  authorizationUrl,
  beginRequest,
  claimsOf,
  codeIn,
  fetchUserinfo,
  isOutside,
  isPortalPage,
  pushRequest,
  redeem,
  setLogin,
  startEngineServer,
} from './engine-server.ts';

const { 1: ONE_STEP, 2: TWO_STEPS } = ACR_VALUES;
const OTHER_ACR = 'urn:other';

const server = await startEngineServer({ extraConfig: { oidc: { par: true } } });
afterAll(() => server.close());

function browserOfKim(steps: 1 | 2 = 1): Browser {
  const browser = new Browser();
  setLogin(server, browser, 'kim', Date.now(), steps);
  return browser;
}

const requestFor = (claims: unknown, parameters: Readonly<Record<string, string>> = {}): URL =>
  authorizationUrl(server.origin, { scope: 'openid', claims: JSON.stringify(claims), ...parameters });

/** The address of the service to which the engine redirects; a browser that is redirected to the portal continues with its session. */
async function serviceCallbackOf(browser: Browser, request: URL): Promise<URL> {
  const target = await browser.follow(request, (url) => isOutside(server.origin)(url) || isPortalPage(url));
  if (!isPortalPage(target)) return target;
  const resume = `${server.origin}/oauth2/authorize/${target.searchParams.get('uid')}?noReauth=Y`;
  return browser.follow(resume, isOutside(server.origin));
}

const UNMET_REQUIREMENTS = 'unmet_authentication_requirements';

describe('a request about the person or the steps', () => {
  it.each<[unknown, string | null, (1 | 2)?]>([
    [{ sub: { value: 'kim' } }, null],
    [{ sub: { values: ['lee', 'kim'] } }, null],
    [{ sub: { value: 'lee' } }, 'login_required'],
    [{ sub: null, acr: null }, null],
    [{ acr: { essential: true } }, null],
    [{ acr: { value: TWO_STEPS } }, null],
    [{ acr: { value: OTHER_ACR } }, null],
    [{ acr: { value: TWO_STEPS, essential: true } }, null, 2],
    [{ acr: { value: TWO_STEPS, essential: true } }, UNMET_REQUIREMENTS],
    [{ acr: { value: ONE_STEP, essential: true } }, UNMET_REQUIREMENTS, 2],
    [{ acr: { values: [OTHER_ACR, ONE_STEP], essential: true } }, null],
    [{ acr: { values: [OTHER_ACR, TWO_STEPS], essential: true } }, UNMET_REQUIREMENTS],
    [{ acr: { value: OTHER_ACR, essential: true } }, UNMET_REQUIREMENTS],
    [{ acr: ONE_STEP }, 'invalid_request'],
    [{ acr: { values: ONE_STEP, essential: true } }, 'invalid_request'],
    [{ acr: { values: [], essential: true } }, 'invalid_request'],
    [{ sub: { value: 7 } }, 'invalid_request'],
  ])('%j is answered with the error %s', async (id_token, error, steps) => {
    const request = { id_token };
    for (const prompt of [{}, { prompt: 'none' }]) {
      const { searchParams } = await serviceCallbackOf(browserOfKim(steps), requestFor(request, prompt));
      expect(searchParams.get('error')).toBe(error);
      expect(searchParams.has('code')).toBe(error === null);
      expect(searchParams.get('state')).toBe('the-state');
    }
  });

  it.each<[unknown, string, string | null, (1 | 2)?]>([
    [{ sub: { value: 'kim' } }, 'the answer', null],
    [{ sub: { value: 'lee' } }, 'the answer', 'login_required'],
    [{ acr: { value: TWO_STEPS, essential: true } }, 'the answer', null, 2],
    [{ acr: { value: TWO_STEPS, essential: true } }, 'the answer', UNMET_REQUIREMENTS],
    [{ acr: { value: OTHER_ACR, essential: true } }, 'the call', UNMET_REQUIREMENTS],
    [{ acr: ONE_STEP }, 'the call', 'invalid_request'],
  ])(
    '%j in a pushed request is answered in %s with the error %s',
    async (id_token, answeredIn, error, steps) => {
      const { searchParams } = requestFor({ id_token });
      const call = await pushRequest(server.origin, searchParams);
      const { request_uri = '', error: refusal = null } = await call.json();
      if (answeredIn === 'the call') return expect([call.status, refusal]).toEqual([400, error]);
      const pushed = authorizationUrl(server.origin);
      pushed.search = new URLSearchParams({ client_id: 'rp', request_uri }).toString();
      expect((await serviceCallbackOf(browserOfKim(steps), pushed)).searchParams.get('error')).toBe(error);
    },
  );

  it('without a known essential acr value is refused before a sign-in', async () => {
    const target = await new Browser().follow(
      requestFor({ id_token: { acr: { value: OTHER_ACR, essential: true } } }),
      isOutside(server.origin),
    );
    expect(target.searchParams.get('error')).toBe(UNMET_REQUIREMENTS);
  });

  it.each<[unknown, Record<string, string>, object]>([
    [{ acr: { values: [OTHER_ACR, TWO_STEPS] } }, {}, { wantsTwoSteps: true }],
    [{ acr: { values: [ONE_STEP, TWO_STEPS], essential: true } }, {}, { wantsTwoSteps: false }],
    [{ acr: { value: TWO_STEPS } }, { acr_values: ONE_STEP }, { wantsTwoSteps: true }],
    [{ acr: null }, { acr_values: TWO_STEPS }, { wantsTwoSteps: true }],
    [{ sub: { value: 'lee' } }, {}, { loginHint: 'lee' }],
    [{ sub: { value: 'lee' } }, { login_hint: 'park' }, { loginHint: 'park' }],
  ])('%j with %j sets the demands of the request', async (id_token, parameters, demands) => {
    expect(
      await server.engine.find(await beginRequest(browserOfKim(), requestFor({ id_token }, parameters))),
    ).toMatchObject(demands);
  });
});

describe('the claims that the service receives', () => {
  async function claimsFor(browser: Browser, request: URL) {
    const code = codeIn(await serviceCallbackOf(browser, request));
    const { access_token, id_token } = await (await redeem(server.origin, code)).json();
    return {
      idToken: claimsOf(id_token),
      userinfo: await (await fetchUserinfo(server.origin, access_token)).json(),
    };
  }

  it('are the requested ones, which need no scope, in this answer only', async () => {
    const browser = browserOfKim();
    const requested = await claimsFor(
      browser,
      requestFor({
        userinfo: { email: { essential: true }, employee_number: { essential: true } },
        id_token: { name: null, employee_number: null },
      }),
    );
    const departments = ['Sales', 'R&D'];
    expect(requested.userinfo).toEqual({ sub: 'kim', departments, email: 'kim@example.com' });
    expect(requested.idToken).toMatchObject({ name: 'Name of kim', acr: ONE_STEP });
    expect(requested.idToken).not.toHaveProperty('email');
    expect(requested.idToken).not.toHaveProperty('employee_number');
    const later = await claimsFor(browser, authorizationUrl(server.origin, { scope: 'openid' }));
    expect(later.userinfo).toEqual({ sub: 'kim', departments });
    expect(later.idToken).not.toHaveProperty('name');
  });
});

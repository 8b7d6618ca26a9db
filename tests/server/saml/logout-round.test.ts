import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseXml } from '#server/config/saml/parse.ts';
import { attribute, childNamed, childrenNamed, elementText } from '#server/config/saml/read.ts';
import { checkQuerySignature, signedRoot } from '#server/protocols/saml/xml/signature.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { setLogin } from '#tests/server/oidc/engine-server.ts';
import { formOf } from './form.ts';
import {
  ASSERTION,
  certificateOf,
  PROTOCOL,
  requestIdOf,
  STATUS,
  statusCodesOf,
} from './requesting-service.ts';
import {
  authnRequest,
  logoutRequest,
  logoutResponse,
  postFields,
  redirectAddress,
  withSignature,
} from './requests.ts';
import {
  browserSignedInAs,
  type SamlServer,
  SIGNING_SERVICE,
  spMetadata,
  startSamlServer,
} from './saml-server.ts';

const WIKI = { origin: 'https://wiki.example', hasKey: true, slo: 'HTTP-Redirect' } as const;
const SURVEYS = { origin: 'https://surveys.example', hasKey: true, slo: 'HTTP-POST' } as const;
const WITHOUT_SLO = { origin: 'https://board.example', hasKey: true, slo: null } as const;

const provider = (serviceId: string, ko: string, en: string, metadata: string) => ({
  serviceId,
  metadata,
  serviceName: { ko, en },
});

const PROVIDERS = {
  clients: [
    {
      clientId: 'mail',
      redirectUris: ['https://mail.example/callback'],
      serviceName: { ko: '메일', en: 'Mail' },
    },
  ],
  serviceProviders: [
    provider('signed', '경비', 'Expenses', spMetadata(SIGNING_SERVICE)),
    provider('wiki', '위키', 'Wiki', spMetadata(WIKI)),
    provider('x-surveys', '설문', 'Surveys', spMetadata(SURVEYS)),
    provider('board', '게시판', 'Board', spMetadata(WITHOUT_SLO)),
  ],
};

describe('the other services of the person are notified of a sign-out', () => {
  let server: SamlServer;
  let certificate = '';
  let slo = '';
  beforeAll(async () => {
    server = await startSamlServer(PROVIDERS);
    slo = `${server.origin}/saml/slo`;
    certificate = await certificateOf(server);
  });
  afterAll(() => server.close());

  const locationOf = (response: Response): string =>
    new URL(response.headers.get('location') ?? '', server.origin).href;

  /** Signs in at a service; returns the session index. */
  async function signInAt(browser: Browser, { origin }: { readonly origin: string }): Promise<string> {
    const request = postFields(withSignature(authnRequest(server, { origin })));
    const id = requestIdOf(await browser.submitAndOpen(`${server.origin}/saml/sso`, request));
    const page = await (await browser.open(`${server.origin}/saml/resume/${id}?noReauth=Y`)).text();
    const xml = Buffer.from(formOf(page).fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
    return /SessionIndex="([^"]+)"/.exec(xml)?.[1] ?? '';
  }

  /** A person who is signed in at `services` signs out at the first. */
  async function signOutAtFirst(...services: readonly { readonly origin: string }[]) {
    const browser = browserSignedInAs(server, 'kim');
    const indexes: string[] = [];
    for (const service of services) indexes.push(await signInAt(browser, service));
    const request = logoutRequest(server, SIGNING_SERVICE.origin, 'kim');
    const response = await browser.submitAndOpen(slo, postFields(withSignature(request), 'r'));
    return { browser, indexes, response };
  }

  /** The signed request to a service on a page, by address or form. */
  function requestOn(page: string) {
    const address = /class="action" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    if (address !== undefined) {
      const url = new URL(address);
      const [octets = '', signature = ''] = url.search.slice(1).split('&Signature=');
      const algorithm = url.searchParams.get('SigAlg') ?? '';
      checkQuerySignature(octets, algorithm, decodeURIComponent(signature), [certificate]);
      const message = Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64');
      return { to: url.origin + url.pathname, root: parseXml(inflateRawSync(message).toString('utf8')) };
    }
    const { action, fields } = formOf(page);
    const xml = Buffer.from(fields['SAMLRequest'] ?? '', 'base64').toString('utf8');
    const root = signedRoot(xml, parseXml(xml), [certificate]);
    if (!root) throw new Error('The request is not signed');
    return { to: action, root };
  }

  const pageAt = async (browser: Browser, response: Response): Promise<string> =>
    (response.headers.get('location') === null ? response : await browser.open(locationOf(response))).text();

  /** The response to the requesting service in the form on a page. */
  function responseOn(page: string) {
    const { action, fields } = formOf(page);
    const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
    const root = signedRoot(xml, parseXml(xml), [certificate]);
    return {
      action,
      relayState: fields['RelayState'],
      status: root ? statusCodesOf(root).map((code) => code?.replace(STATUS, '')) : [],
    };
  }

  const logoutAnswer = (root: Element, values: Partial<Parameters<typeof logoutResponse>[1]> = {}): string =>
    logoutResponse(server, { inResponseTo: attribute(root, 'ID') ?? '', origin: WIKI.origin, ...values });
  const sendAnswer = (browser: Browser, xml: string, isSigned = true): Promise<Response> =>
    browser.open(redirectAddress(slo, xml, { kind: 'SAMLResponse', isSigned }));

  it('by a signed request for all their sessions, one after the other, before the requesting service is answered', async () => {
    const { browser, indexes, response } = await signOutAtFirst(SIGNING_SERVICE, WIKI, WIKI, SURVEYS);
    expect(response.status).toBe(303);
    expect(server.portal.signedOut.length).toBeGreaterThan(0);
    const wikiPage = await pageAt(browser, response);
    const wikiRequest = requestOn(wikiPage);
    expect([wikiRequest.to, attribute(wikiRequest.root, 'Destination')]).toEqual([
      'https://wiki.example/slo',
      'https://wiki.example/slo',
    ]);
    expect(elementText(childNamed(wikiRequest.root, ASSERTION, 'NameID'))).toBe('kim');
    expect(childrenNamed(wikiRequest.root, PROTOCOL, 'SessionIndex').map(elementText).toSorted()).toEqual(
      [indexes[1], indexes[2]].toSorted(),
    );

    const surveysPage = await browser.open(
      locationOf(await sendAnswer(browser, logoutAnswer(wikiRequest.root))),
    );
    expect(surveysPage.headers.get('content-security-policy')).toContain("form-action 'self' https:;");
    const surveysRequest = requestOn(await surveysPage.text());
    expect(surveysRequest.to).toBe('https://surveys.example/slo');
    const otherBrowser = new Browser();
    const redirect = await otherBrowser.submit(slo, {
      SAMLResponse: Buffer.from(
        withSignature(logoutAnswer(surveysRequest.root, { origin: SURVEYS.origin })),
      ).toString('base64'),
    });
    expect([redirect.status, redirect.headers.getSetCookie()]).toEqual([303, []]);
    expect((await otherBrowser.open(locationOf(redirect))).status).toBe(400);
    expect(responseOn(await pageAt(browser, redirect))).toEqual({
      action: 'https://signed.example/slo-answer',
      relayState: 'r',
      status: ['Success'],
    });
    expect((await browser.open(locationOf(redirect))).status).toBe(400);
  });

  describe('and the requesting service gets a partial logout', () => {
    const PARTIAL_LOGOUT = ['Success', 'PartialLogout'];

    it.each<[string, (root: Element) => string, boolean]>([
      ['is not signed', (root) => logoutAnswer(root), false],
      ['says that it failed', (root) => logoutAnswer(root, { status: ['Responder'] }), true],
      [
        'says that it is partial',
        (root) => logoutAnswer(root, { status: ['Success', 'PartialLogout'] }),
        true,
      ],
      ['is of another service', (root) => logoutAnswer(root, { origin: SURVEYS.origin }), true],
      [
        'is meant for another address',
        (root) => logoutAnswer(root, { destination: 'https://x.example' }),
        true,
      ],
    ])('when an answer %s', async (_name, answerTo, isSigned) => {
      const { browser, response } = await signOutAtFirst(SIGNING_SERVICE, WIKI);
      const { root } = requestOn(await pageAt(browser, response));
      const redirect = await sendAnswer(browser, answerTo(root), isSigned);
      expect(responseOn(await pageAt(browser, redirect)).status).toEqual(PARTIAL_LOGOUT);
    });

    it('when a service has no logout endpoint', async () => {
      const { browser, response } = await signOutAtFirst(SIGNING_SERVICE, WITHOUT_SLO);
      expect(responseOn(await pageAt(browser, response)).status).toEqual(PARTIAL_LOGOUT);
    });

    it('when the person skips a service that has not answered', async () => {
      const { browser, response } = await signOutAtFirst(SIGNING_SERVICE, WIKI);
      const firstPage = await pageAt(browser, response);
      expect(firstPage).toContain('<script>');
      expect(firstPage).not.toContain('skip=');
      const secondResponse = await browser.open(locationOf(response));
      expect(secondResponse.headers.get('content-security-policy')).toContain("script-src 'none'");
      const page = await secondResponse.text();
      expect(page).toContain('Try again');
      const skip = /href="(\/saml\/slo\/farewell\/[\w-]+\?skip=0)"/.exec(page)?.[1] ?? '';
      expect(responseOn(await (await browser.open(server.origin + skip)).text()).status).toEqual(
        PARTIAL_LOGOUT,
      );
    });
  });

  it('once: a second or unexpected answer of a service is refused', async () => {
    const { browser, response } = await signOutAtFirst(SIGNING_SERVICE, WIKI, SURVEYS);
    const { root } = requestOn(await pageAt(browser, response));
    const xml = logoutAnswer(root);
    expect((await sendAnswer(browser, xml)).status).toBe(303);
    expect((await sendAnswer(browser, xml)).status).toBe(400);
    expect((await sendAnswer(browser, logoutAnswer(root, { inResponseTo: '_unknown-request' }))).status).toBe(
      400,
    );
  });

  it('not after ten minutes', async () => {
    const { browser, response } = await signOutAtFirst(SIGNING_SERVICE, WIKI);
    server.advance(601);
    expect((await browser.open(locationOf(response))).status).toBe(400);
  });

  it('but not those of another person in the same browser', async () => {
    const browser = browserSignedInAs(server, 'kim');
    await signInAt(browser, SIGNING_SERVICE);
    setLogin(server, browser, 'lee', server.now());
    await signInAt(browser, WIKI);
    const signOutCount = server.portal.signedOut.length;
    const request = logoutRequest(server, SIGNING_SERVICE.origin, 'kim');
    const response = await browser.submitAndOpen(slo, postFields(withSignature(request)));
    expect(responseOn(await pageAt(browser, response)).status).toEqual(['Success']);
    expect(server.portal.signedOut).toHaveLength(signOutCount);
    const address = await server.engine.notifyLogout(browser.cookieHeader(server.origin), '/logout', null);
    expect(address).toMatch(/^\/saml\/slo\/farewell\//);
  });

  describe('when the portal signs out', () => {
    async function signOutOfPortal(...services: readonly { readonly origin: string }[]) {
      const browser = browserSignedInAs(server, 'kim');
      for (const service of services) await signInAt(browser, service);
      const cookies = browser.cookieHeader(server.origin);
      const address = await server.engine.notifyLogout(cookies, '/logout', {
        userId: 'kim',
        at: server.now(),
      });
      await server.engine.endSession(cookies);
      return { browser, address };
    }

    it('and the browser is redirected at the end', async () => {
      const { browser, address } = await signOutOfPortal(WIKI);
      const { root } = requestOn(await (await browser.open(server.origin + address)).text());
      const page = await pageAt(browser, await sendAnswer(browser, logoutAnswer(root)));
      expect(page).toContain('<a class="action" href="/logout">');
      expect(page).toContain('<script>');
    });

    it.each([
      ['en', ['Sign out of them there.', 'They will be told again'], ['Board', 'Mail']],
      ['ko', ['서비스에서 직접 로그아웃해 주세요.', '서비스에 다시 알릴게요.'], ['게시판', '메일']],
    ])('and the person sees the services that were not notified (%s)', async (language, hints, names) => {
      vi.spyOn(server.portal, 'unconfirmedLogouts').mockResolvedValue(['mail']);
      const { browser, address } = await signOutOfPortal(WITHOUT_SLO);
      const headers = { 'accept-language': language };
      const page = await (await browser.open(server.origin + address, { headers })).text();
      for (const hint of hints) expect(page).toContain(hint);
      for (const name of names) expect(page).toContain(`<li>${name}</li>`);
      expect(page).not.toContain('<script>');
    });

    it('once: notified sessions are removed', async () => {
      const { browser, address } = await signOutOfPortal(WIKI);
      expect(address).not.toBeNull();
      expect(
        await server.engine.notifyLogout(browser.cookieHeader(server.origin), '/logout', null),
      ).toBeNull();
    });

    it('but none when no service has a session', async () => {
      expect((await signOutOfPortal()).address).toBeNull();
    });
  });
});

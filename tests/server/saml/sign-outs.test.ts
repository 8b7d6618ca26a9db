import { afterAll, describe, expect, it, vi } from 'vitest';
import { Browser } from '#tests/server/oidc/browser.ts';
import { setLogin } from '#tests/server/oidc/engine-server.ts';
import { requestIdOf, requestingService, STATUS } from './requesting-service.ts';
import { authnRequest, logoutRequest, postFields, withSignature } from './requests.ts';
import { browserSignedInAs, SIGNING_SERVICE, startSamlServer } from './saml-server.ts';

describe('a sign-out that a service begins', async () => {
  const server = await startSamlServer();
  const service = await requestingService(server);
  afterAll(() => server.close());

  const slo = `${server.origin}/saml/slo`;
  /** The request of a service to sign a person out. */
  const requestAbout = (nameId: string, inside = '') =>
    logoutRequest(server, SIGNING_SERVICE.origin, nameId, { inside });
  const form = (xml: string) => postFields(withSignature(xml), 'state & <b>');
  async function signOut(browser: Browser, xml: string): Promise<Response> {
    const postResponse = await browser.submit(slo, form(xml));
    expect([postResponse.status, postResponse.headers.getSetCookie()]).toEqual([303, []]);
    return browser.open(new URL(postResponse.headers.get('location') ?? '', server.origin));
  }
  async function signInAtService() {
    const browser = browserSignedInAs(server, 'kim');
    const request = withSignature(authnRequest(server, { origin: SIGNING_SERVICE.origin }));
    const onward = await browser.submitAndOpen(`${server.origin}/saml/sso`, postFields(request));
    const { xml } = service.responseIn(await (await service.resume(browser, requestIdOf(onward))).text());
    return { browser, sessionIndex: /SessionIndex="([^"]+)"/.exec(xml)?.[1] ?? '' };
  }

  it('of the person ends the portal session and is answered at the response address', async () => {
    const { browser, sessionIndex } = await signInAtService();
    const signOutCount = server.portal.signedOut.length;
    const inside = `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
    const page = await signOut(browser, requestAbout('kim', inside));
    const { action, status, relayState } = service.responseIn(await page.text());
    expect([action, status, relayState]).toEqual([
      'https://signed.example/slo-answer',
      [`${STATUS}Success`],
      'state & <b>',
    ]);
    expect(server.portal.signedOut).toHaveLength(signOutCount + 1);
  });

  it('is partial while an OpenID service has not confirmed', async () => {
    const unconfirmed = vi.spyOn(server.portal, 'unconfirmedLogouts').mockResolvedValue(['mail']);
    const { browser } = await signInAtService();
    const page = await signOut(browser, requestAbout('kim'));
    expect(service.responseIn(await page.text()).status).toEqual([
      `${STATUS}Success`,
      `${STATUS}PartialLogout`,
    ]);
    expect(unconfirmed).toHaveBeenCalledWith({ userId: 'kim', at: expect.any(Number) });
  });

  it('of another person, or of another session, ends nothing', async () => {
    const { browser } = await signInAtService();
    const signOutCount = server.portal.signedOut.length;
    for (const [nameId, inside] of [
      ['lee', ''],
      ['kim', '<samlp:SessionIndex>_of-another-session</samlp:SessionIndex>'],
    ] as const) {
      const page = await signOut(browser, requestAbout(nameId, inside));
      expect(service.responseIn(await page.text()).status).toEqual([
        `${STATUS}Requester`,
        `${STATUS}UnknownPrincipal`,
      ]);
    }
    expect(server.portal.signedOut).toHaveLength(signOutCount);
  });

  it('succeeds when nobody is signed in', async () => {
    const page = await signOut(new Browser(), requestAbout('kim'));
    expect(service.responseIn(await page.text()).status).toEqual([`${STATUS}Success`]);
  });

  it('does not end the login of another account that has signed in since', async () => {
    const { browser } = await signInAtService();
    const signOutCount = server.portal.signedOut.length;
    setLogin(server, browser, 'lee', server.now());
    const page = await signOut(browser, requestAbout('kim'));
    expect(service.responseIn(await page.text()).status).toEqual([`${STATUS}Success`]);
    expect(server.portal.signedOut).toHaveLength(signOutCount);
  });

  it.each([
    ['that is not signed', (xml: string) => postFields(xml), 'signature_missing'],
    [
      'that was changed',
      (xml: string) => postFields(withSignature(xml).replace('>kim<', '>lee<')),
      'signature_invalid',
    ],
    ['that is an AuthnRequest', () => postFields(authnRequest(server)), 'malformed_message'],
    [
      'that has expired',
      (xml: string) =>
        postFields(
          withSignature(xml.replace(' Destination=', ' NotOnOrAfter="2020-01-01T00:00:00Z" Destination=')),
        ),
      'expired_message',
    ],
  ])('is refused for a message %s', async (_name, fieldsOf, code) => {
    const body = new URLSearchParams(fieldsOf(requestAbout('kim')));
    const response = await new Browser().open(slo, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
    });
    expect((await response.json()).error).toBe(code);
  });

  it('is accepted once', async () => {
    const fields = form(requestAbout('kim'));
    expect((await new Browser().submit(slo, fields)).status).toBe(303);
    expect((await new Browser().submit(slo, fields)).status).toBe(400);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { Browser } from '#tests/server/oidc/browser.ts';
import { isPortalPage } from '#tests/server/oidc/engine-server.ts';
import { startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { formOf, submitFormAt } from './form.ts';
import { call, signIn } from './portal-calls.ts';

describe('a sign-in by SAML from the service and back to it', async () => {
  const server = await startPortalAndLab();
  afterAll(() => server.close());

  const sessionAtService = async (browser: Browser) =>
    (await browser.open(`${server.lab}/expenses/session`)).json();

  /** Opens the sign-in of the service, and loads the portal's page to which it leads. */
  async function openPortal(browser: Browser): Promise<string> {
    const page = await browser.follow(`${server.lab}/expenses/login`, isPortalPage);
    expect((await browser.open(page)).status).toBe(200);
    return page.searchParams.get('uid') ?? '';
  }

  async function signInByPassword(browser: Browser): Promise<Response> {
    const { json } = await signIn(browser, server.portal, 'kim', 'demo-saml', 'saml');
    return submitFormAt(browser, String(json['to']));
  }

  it('leads by summary, policy check, password and resume to a session at the service', async () => {
    const browser = new Browser();
    const id = await openPortal(browser);
    expect((await call(browser, server.portal, 'GET', '/summary/auth')).json).toEqual({
      status: 200,
      serviceId: 'demo-saml',
      userId: '',
      redirectUrl: `${server.portal}/saml/resume/${id}`,
      isAlreadyAuth: false,
      scopes: [],
    });
    const { json: login } = await signIn(browser, server.portal, 'kim', 'demo-saml', 'saml');
    expect(login).toMatchObject({ status: 200, to: `${server.portal}/saml/resume/${id}` });
    const response = await submitFormAt(browser, String(login['to']));
    expect(response.headers.get('location')).toBe('/expenses');
    expect(await sessionAtService(browser)).toMatchObject({
      signedIn: true,
      nameId: 'kim',
      issuer: `${server.portal}/saml/metadata`,
      contextClass: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      attributes: {
        'urn:oid:0.9.2342.19200300.100.1.1': 'kim',
        'displayName#ko': '김하늘',
        'displayName#en': 'Haneul Kim',
        'urn:oid:0.9.2342.19200300.100.1.3': 'haneul.kim@hanbit.example',
      },
    });
  });

  it('uses the existing login the second time', async () => {
    const browser = new Browser();
    await openPortal(browser);
    await signInByPassword(browser);
    await openPortal(browser);
    const { json: summary } = await call(browser, server.portal, 'GET', '/summary/auth');
    expect(summary).toMatchObject({ isAlreadyAuth: true, userId: 'kim' });
    const response = await submitFormAt(browser, `${summary['redirectUrl']}?noReauth=Y`);
    expect(response.headers.get('location')).toBe('/expenses');
  });

  it('begins by HTTP-POST, which is redirected to a GET', async () => {
    const browser = new Browser();
    const page = await (await browser.open(`${server.lab}/expenses/login?binding=post`)).text();
    const { action, fields } = formOf(page);
    const postResponse = await browser.submit(action, fields);
    expect([postResponse.status, postResponse.headers.getSetCookie()]).toEqual([303, []]);
    const portal = await browser.follow(
      new URL(postResponse.headers.get('location') ?? '', action),
      isPortalPage,
    );
    await browser.open(portal);
    await signInByPassword(browser);
    expect(await sessionAtService(browser)).toMatchObject({ signedIn: true, nameId: 'kim' });
  });
});

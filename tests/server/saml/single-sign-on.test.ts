import { afterAll, describe, expect, it } from 'vitest';
import { Browser } from '#tests/server/oidc/browser.ts';
import { isPortalPage } from '#tests/server/oidc/engine-server.ts';
import { startPortalAndLab } from '#tests/server/oidc/portal-and-lab.ts';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { submitFormAt } from './form.ts';
import { call, signIn } from './portal-calls.ts';

const STRICT = { users: ['kim'], ...twoSteps({ sms: 1, pw: 2 }) };

describe('single sign-on across OpenID and SAML', async () => {
  const server = await startPortalAndLab({ policies: [{ id: 'strict', clients: ['demo-saml'], ...STRICT }] });
  afterAll(() => server.close());

  /** Opens the sign-in of a service and the portal's page to which it leads; returns the summary. */
  async function openPortal(browser: Browser, path: string) {
    await browser.open(await browser.follow(`${server.lab}${path}/login`, isPortalPage));
    return (await call(browser, server.portal, 'GET', '/summary/auth')).json;
  }

  async function signInAtWorkspace(userId: string): Promise<Browser> {
    const browser = new Browser();
    await openPortal(browser, '/service');
    const { json } = await signIn(browser, server.portal, userId, 'demo-oidc', 'oidc');
    const callback = await browser.follow(
      String(json['to']),
      ({ pathname }) => pathname === '/service/callback',
    );
    await browser.open(callback);
    return browser;
  }

  const expensesSession = async (browser: Browser) =>
    (await browser.open(`${server.lab}/expenses/session`)).json();

  async function signInAtExpenses(userId: string): Promise<Browser> {
    const browser = new Browser();
    await openPortal(browser, '/expenses');
    const { json } = await signIn(browser, server.portal, userId, 'demo-saml', 'saml');
    await submitFormAt(browser, String(json['to']));
    return browser;
  }

  it('opens the SAML service after a login at the OpenID service', async () => {
    const browser = await signInAtWorkspace('lee');
    const summary = await openPortal(browser, '/expenses');
    expect(summary).toMatchObject({ serviceId: 'demo-saml', userId: 'lee', isAlreadyAuth: true });
    await submitFormAt(browser, `${summary['redirectUrl']}?noReauth=Y`);
    expect(await expensesSession(browser)).toMatchObject({ signedIn: true, nameId: 'lee' });
  });

  it('opens the OpenID service after a login at the SAML service', async () => {
    const browser = await signInAtExpenses('lee');
    expect(await openPortal(browser, '/service')).toMatchObject({
      clientId: 'demo-oidc',
      userId: 'lee',
      isAlreadyAuth: true,
    });
  });

  it('ends for the SAML service with a sign-out at the OpenID one', async () => {
    const browser = await signInAtExpenses('lee');
    const redirect = await browser.submit(`${server.lab}/service/logout`, {});
    const question = await (await browser.open(redirect.headers.get('location') ?? '')).text();
    const xsrf = /name="xsrf" value="(\w+)"/.exec(question)?.[1] ?? '';
    const confirmed = await browser.submit(`${server.portal}/oauth2/end-session/confirm`, {
      xsrf,
      logout: 'yes',
    });
    /** The address of the button on a page. */
    const buttonAddressAt = async (address: string): Promise<string> => {
      const page = await (await browser.open(new URL(address, server.portal))).text();
      return /class="action" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
    };
    const notification = await browser.open(await buttonAddressAt(confirmed.headers.get('location') ?? ''));
    expect(await expensesSession(browser)).toEqual({ signedIn: false });
    const notified = await browser.open(notification.headers.get('location') ?? '');
    expect(await buttonAddressAt(notified.headers.get('location') ?? '')).toBe(
      `${server.lab}/service?state=signed-out`,
    );
    const passive = await browser.follow(
      `${server.lab}/expenses/login?passive=1`,
      ({ pathname }) => pathname === '/saml/sso',
    );
    const response = await submitFormAt(browser, passive.href);
    expect([response.status, (await response.text()).includes('NoPassive')]).toEqual([400, true]);
  });

  it('requires only the missing proof when a policy demands more', async () => {
    const browser = await signInAtWorkspace('kim');
    expect(await openPortal(browser, '/expenses')).toMatchObject({
      serviceId: 'demo-saml',
      userId: 'kim',
      isAlreadyAuth: false,
      reauthReason: 'more',
    });
    const { json: policy } = await call(browser, server.portal, 'POST', '/auth/policy/check', {
      userId: 'kim',
      clientId: 'demo-saml',
    });
    expect(policy).toMatchObject({ secondAuth: 'Y', secondToken: expect.any(String) });
  });
});

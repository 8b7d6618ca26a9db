import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseRoute } from '#machines/portal/route.ts';
import { provisionLink } from '#machines/provisioning/link.ts';
import { checkTarget } from '#machines/return-to-service/target.ts';
import { redirectUri } from '#server/config/values.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { authorizationUrl, startEngineServer } from '#tests/server/oidc/engine-server.ts';
import { authnRequest, redirectAddress } from '#tests/server/saml/requests.ts';
import { startSamlServer, UNSIGNED_SERVICE } from '#tests/server/saml/saml-server.ts';
import { PUBLIC_URL, testServer } from '#tests/support/server/server.ts';
import { hostileTo, inXml, writtenInXml } from './hostile.ts';
import { some } from './some.ts';

const REGISTERED = 'https://rp.example/callback';
const HOSTILE = hostileTo(REGISTERED);
const PORTAL = new URL(PUBLIC_URL).origin;

/** What a browser makes of an address on a page of the portal; null where it makes none. */
const opened = (address: string): URL | null =>
  URL.canParse(address, `${PORTAL}/first`) ? new URL(address, `${PORTAL}/first`) : null;

test('there are more than 300 of them, and none is the registered one', () => {
  expect(HOSTILE.length).toBeGreaterThan(300);
  expect(new Set(HOSTILE).size).toBe(HOSTILE.length);
  expect(HOSTILE).not.toContain(REGISTERED);
});

describe('no entry leads a person there:', () => {
  test('the way out of the portal opens web addresses as they stand, and paths at home', () => {
    for (const address of HOSTILE) {
      const checked = checkTarget(address, `${PORTAL}/first`);
      if (!checked.ok) continue;
      const { protocol, origin, host, username, password, href } = new URL(checked.url);
      expect([checked.url, username, password], address).toEqual([href, '', '']);
      if (origin === PORTAL) expect(address).toMatch(/^\/(?!\/)/);
      else
        expect([protocol, `${protocol}//${host}`], address).toEqual([
          `${address.split(':')[0]?.toLowerCase()}:`,
          opened(address)?.origin,
        ]);
    }
  });

  test('a remembered address is a screen of the portal, or none', () => {
    for (const address of HOSTILE) expect(parseRoute(address).screen, address).toEqual(expect.any(String));
    expect(parseRoute('https://evil.example/first').screen).toBe('unknown');
  });

  test('the scheme of an app is no scheme that a browser follows', () => {
    const provision = { akData: 'd', publicKeyModulus: 'm', publicKeyExponent: 'e' };
    for (const scheme of [...HOSTILE, ...HOSTILE.map((address) => address.split(':')[0] ?? '')]) {
      const link = provisionLink({ phoneApp: 'native', appScheme: scheme }, PORTAL, provision);
      if (link === '') continue;
      expect(link).toMatch(/^[a-z][a-z\d+.-]*:\/\/provision\?data=d&/);
      expect(link).not.toMatch(/^(https?|javascript|data|blob|file|vbscript|about):/);
    }
    for (const data of HOSTILE) {
      const { protocol, host } = new URL(
        provisionLink({ phoneApp: 'native', appScheme: 'cubelogin' }, PORTAL, { ...provision, akData: data }),
      );
      expect([protocol, host]).toEqual(['cubelogin:', 'provision']);
    }
  });

  test('an operator registers no script', () => {
    for (const address of HOSTILE) {
      const { success } = v.safeParse(redirectUri, address);
      expect(
        success && /^(javascript|data|blob|file|vbscript):$/.test(opened(address)?.protocol ?? ''),
        address,
      ).toBe(false);
    }
  });

  test('the switch of language comes back to a path of the portal', async () => {
    const { browser } = await testServer();
    const person = browser();
    for (const address of HOSTILE) {
      const { headers } = await person.visit(`/language/ko?back=${encodeURIComponent(address)}`);
      expect(opened(headers.get('Location') ?? 'none://')?.origin, address).toBe(PORTAL);
    }
  });

  test('a sign-out and a request end on pages of the portal', async () => {
    const { browser } = await testServer();
    const person = browser();
    for (const address of HOSTILE) {
      const value = encodeURIComponent(address);
      for (const path of [`/logout?continue=${value}`, `/redirect?uid=${value}`]) {
        const { headers, status } = await person.visit(path);
        const location = headers.get('Location');
        expect([status < 500, opened(location ?? '/')?.origin], `${path} ${address}`).toEqual([true, PORTAL]);
      }
    }
  });

  test('the provider answers at registered addresses alone, and returns from a sign-out to them alone', async () => {
    const { origin, close } = await startEngineServer();
    for (const address of some(HOSTILE)) {
      const asked = await new Browser().open(authorizationUrl(origin, { redirect_uri: address }));
      expect([asked.status, asked.headers.get('location')], address).toEqual([400, null]);
      const query = new URLSearchParams({ client_id: 'rp', post_logout_redirect_uri: address });
      const left = await new Browser().open(new URL(`/oauth2/end-session?${query}`, origin));
      const location = left.headers.get('location');
      expect([left.status < 500, new URL(location ?? '/', origin).origin], address).toEqual([true, origin]);
    }
    await close();
  });

  test('an assertion goes to an address of the metadata alone', async () => {
    const server = await startSamlServer();
    const registered = `${UNSIGNED_SERVICE.origin}/acs`;
    for (const address of some(hostileTo(registered).filter(inXml))) {
      const attributes = `AssertionConsumerServiceURL="${writtenInXml(address)}"`;
      const url = redirectAddress(`${server.origin}/saml/sso`, authnRequest(server, { attributes }));
      const answer = await new Browser().open(url, { headers: { accept: 'application/json' } });
      const { error } = await answer.json();
      expect([answer.headers.get('location'), error], address).toEqual([null, 'unregistered_address']);
    }
    await server.close();
  });
});

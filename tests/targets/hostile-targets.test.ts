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
import { encodeForXml, fitsXml, hostileTo } from './hostile.ts';
import { sampleOf } from './sample.ts';

const REGISTERED = 'https://rp.example/callback';
const HOSTILE = hostileTo(REGISTERED);
const PORTAL = new URL(PUBLIC_URL).origin;

/** The URL that a browser reads an address on a page of the portal as; null when it is none. */
const urlOf = (address: string): URL | null =>
  URL.canParse(address, `${PORTAL}/first`) ? new URL(address, `${PORTAL}/first`) : null;

test('there are more than 300 hostile targets, and none is the registered one', () => {
  expect(HOSTILE.length).toBeGreaterThan(300);
  expect(new Set(HOSTILE).size).toBe(HOSTILE.length);
  expect(HOSTILE).not.toContain(REGISTERED);
});

describe('a hostile target', () => {
  test('that the redirect check accepts is opened unchanged, and a path on the portal itself', () => {
    for (const address of HOSTILE) {
      const checked = checkTarget(address, `${PORTAL}/first`);
      if (!checked.ok) continue;
      const { protocol, origin, host, username, password, href } = new URL(checked.url);
      expect([checked.url, username, password], address).toEqual([href, '', '']);
      if (origin === PORTAL) expect(address).toMatch(/^\/(?!\/)/);
      else
        expect([protocol, `${protocol}//${host}`], address).toEqual([
          `${address.split(':')[0]?.toLowerCase()}:`,
          urlOf(address)?.origin,
        ]);
    }
  });

  test('as an address of the page is a screen of the portal or an unknown one', () => {
    for (const address of HOSTILE) expect(parseRoute(address).screen, address).toEqual(expect.any(String));
    expect(parseRoute('https://evil.example/first').screen).toBe('unknown');
  });

  test('as the scheme of the app gives no link that a browser opens itself', () => {
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

  test('that runs a script cannot be registered by an operator', () => {
    for (const address of HOSTILE) {
      const { success } = v.safeParse(redirectUri, address);
      expect(
        success && /^(javascript|data|blob|file|vbscript):$/.test(urlOf(address)?.protocol ?? ''),
        address,
      ).toBe(false);
    }
  });

  test('in the address of the language switch leads to a path of the portal', async () => {
    const { browser } = await testServer();
    const person = browser();
    for (const address of HOSTILE) {
      const { headers } = await person.visit(`/language/ko?back=${encodeURIComponent(address)}`);
      expect(urlOf(headers.get('Location') ?? 'none://')?.origin, address).toBe(PORTAL);
    }
  });

  test('in the address of a sign-out or a request leads to a page of the portal', async () => {
    const { browser } = await testServer();
    const person = browser();
    for (const address of HOSTILE) {
      const value = encodeURIComponent(address);
      for (const path of [`/logout?continue=${value}`, `/redirect?uid=${value}`]) {
        const { headers, status } = await person.visit(path);
        const location = headers.get('Location');
        expect([status < 500, urlOf(location ?? '/')?.origin], `${path} ${address}`).toEqual([true, PORTAL]);
      }
    }
  });

  test('is refused by the OpenID provider for answers and for the return from a sign-out', async () => {
    const { origin, close } = await startEngineServer();
    for (const address of sampleOf(HOSTILE)) {
      const answer = await new Browser().open(authorizationUrl(origin, { redirect_uri: address }));
      expect([answer.status, answer.headers.get('location')], address).toEqual([400, null]);
      const query = new URLSearchParams({ client_id: 'rp', post_logout_redirect_uri: address });
      const logout = await new Browser().open(new URL(`/oauth2/end-session?${query}`, origin));
      const location = logout.headers.get('location');
      expect([logout.status < 500, new URL(location ?? '/', origin).origin], address).toEqual([true, origin]);
    }
    await close();
  });

  test('is refused by the SAML provider as the address for an assertion', async () => {
    const server = await startSamlServer();
    const registered = `${UNSIGNED_SERVICE.origin}/acs`;
    for (const address of sampleOf(hostileTo(registered).filter(fitsXml))) {
      const attributes = `AssertionConsumerServiceURL="${encodeForXml(address)}"`;
      const url = redirectAddress(`${server.origin}/saml/sso`, authnRequest(server, { attributes }));
      const answer = await new Browser().open(url, { headers: { accept: 'application/json' } });
      const { error } = await answer.json();
      expect([answer.headers.get('location'), error], address).toEqual([null, 'unregistered_address']);
    }
    await server.close();
  });
});

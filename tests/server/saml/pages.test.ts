import { afterAll, describe, expect, it, vi } from 'vitest';
import { EXPLANATIONS } from '#server/http/engine-pages/explanation.ts';
import { SIGNED_OUT_TEXTS } from '#server/http/engine-pages/signed-out.ts';
import { SUBMISSION_TITLE } from '#server/http/engine-pages/submission.ts';
import { SIGN_OUT_TEXTS } from '#server/protocols/saml/sign-out-pages.ts';
import { Browser } from '#tests/server/oidc/browser.ts';
import { cspSourceOf } from '#tests/support/server/csp-source.ts';
import { requestIdOf } from './requesting-service.ts';
import { authnRequest, redirectAddress } from './requests.ts';
import { browserSignedInAs, spMetadata, startSamlServer, UNSIGNED_SERVICE } from './saml-server.ts';

const PROVIDERS = {
  serviceProviders: [
    {
      serviceId: 'plain',
      metadata: spMetadata(UNSIGNED_SERVICE),
      serviceName: { ko: '보통 서비스', en: 'Plain' },
    },
    {
      serviceId: 'board',
      metadata: spMetadata({ origin: 'https://board.example', slo: null }),
      serviceName: { ko: '게시판', en: 'Board' },
    },
  ],
};

describe.each(['ko', 'en'] as const)(
  'a page of the SAML engine in %s has its title, and a policy that allows its own script and style alone:',
  async (language) => {
    const server = await startSamlServer(PROVIDERS);
    afterAll(() => server.close());

    const request = (values: Parameters<typeof authnRequest>[1] = {}) =>
      redirectAddress(`${server.origin}/saml/sso`, authnRequest(server, values));
    const show = (browser: Browser, address: string) =>
      browser.open(new URL(address, server.origin), { headers: { 'accept-language': language } });

    async function expectPage(response: Response, status: number, title: string, formOrigins = '') {
      const page = await response.text();
      expect(response.status).toBe(status);
      expect(page).toContain(`<html lang="${language}">`);
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(response.headers.get('content-security-policy')).toBe(
        `default-src 'none'; style-src ${cspSourceOf(page, 'style')}; script-src ${cspSourceOf(page, 'script')}; form-action 'self'${formOrigins}; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
      );
      expect(page.match(/<(script|style)\b/g)?.length ?? 0).toBeLessThanOrEqual(2);
      expect(page).not.toMatch(/ (on\w+|style)=/);
    }

    /** Signs in at a service in a browser with a portal session. */
    async function signInAt(browser: Browser, origin: string): Promise<Response> {
      const id = requestIdOf(await browser.open(request({ origin })));
      return show(browser, `/saml/resume/${id}?noReauth=Y`);
    }

    it.each([
      ['/saml/continue/nothing', 400, 'ended'],
      ['/saml/slo/farewell/nothing', 400, 'ended'],
      ['/saml/sso?SAMLRequest=bm90aGluZw', 400, 'refused'],
    ] as const)('%s', async (path, status, name) => {
      await expectPage(await show(new Browser(), path), status, EXPLANATIONS[name].title[language]);
    });

    it('that posts a response', async () => {
      const page = await signInAt(browserSignedInAs(server, 'kim'), UNSIGNED_SERVICE.origin);
      await expectPage(page, 200, SUBMISSION_TITLE[language], ' https:');
    });

    it('that says that the server failed', async () => {
      const log = vi.spyOn(console, 'error').mockReturnValue();
      const claims = vi.spyOn(server.portal, 'claims').mockRejectedValue(new Error('broken'));
      await expectPage(
        await signInAt(browserSignedInAs(server, 'kim'), UNSIGNED_SERVICE.origin),
        500,
        EXPLANATIONS.failed.title[language],
      );
      expect(log).toHaveBeenCalledOnce();
      claims.mockRestore();
      log.mockRestore();
    });

    it('of a sign-out, from service to service and at its end', async () => {
      const browser = browserSignedInAs(server, 'kim');
      for (const origin of [UNSIGNED_SERVICE.origin, 'https://board.example'])
        await signInAt(browser, origin);
      const cookies = browser.cookieHeader(server.origin);
      const path = String(await server.engine.notifyLogout(cookies, '/logout', null));
      for (let round = 0; round < 2; round += 1) {
        await expectPage(await show(browser, path), 200, SIGN_OUT_TEXTS.notifying[language], ' https:');
      }
      await expectPage(await show(browser, `${path}?skip=0`), 200, SIGNED_OUT_TEXTS.done[language]);
    });
  },
);

import { createServer } from 'node:http';
import { type CompletedSignIn, createRelyingParty } from '#lab/service/relying-party.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { type SecondStepScreen, secondStepScreenOf } from '#tests/support/e2e/second-step.ts';
import type { ConfigFile } from '#tests/support/e2e/site.ts';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { freePort } from '#tools/free-port.ts';

/** A second OpenID service. */
const REPORTS = {
  clientId: 'reports',
  clientSecret: 'reports-secret-for-the-test-only',
  serviceName: { ko: '한빛 보고서', en: 'Hanbit Reports' },
};
const REPORTS_PORT = await freePort();
const REPORTS_CALLBACK = `http://127.0.0.1:${REPORTS_PORT}/callback`;

type Reports = {
  /** Requests a sign-in as the service does. */
  requestSignIn(): Promise<void>;
  /** Waits for the return to the service, redeems the code, and returns the result of the sign-in. */
  finishSignIn(): Promise<CompletedSignIn>;
};

type Fixtures = { readonly secondStep: SecondStepScreen; readonly reports: Reports };

/**
 * The configuration of a site with a second service and with second steps: `lee`, who has every device, needs two steps;
 * `sent` enters the password as the second step; `hong` needs one step for the demo service and two steps for the reports.
 */
export const SECOND_STEP_CONFIG: ConfigFile = {
  ...TEST_CONFIG,
  session: { idleMinutes: 120 },
  clients: [{ ...REPORTS, requirePkce: true, redirectUris: [REPORTS_CALLBACK] }],
  policies: [
    {
      id: 'two-steps-of-lee',
      users: ['lee'],
      ...twoSteps({ qrCode: 1, yubikey: 2, privateMail: 3, fido2Token: 4, emergencyCode: 5 }),
    },
    {
      id: 'password-second',
      users: ['sent'],
      authType: 'otp',
      methods: ['sms'],
      secondAuth: true,
      secondTokenPriority: { pw: 1, sms: 2 },
    },
    {
      id: 'one-step-at-work',
      users: ['hong'],
      clients: ['demo-oidc'],
      authType: 'other',
      methods: ['pw'],
      secondTokenPriority: { yubikey: 1, hwOtp: 2 },
    },
    {
      id: 'two-steps-for-reports',
      users: ['hong'],
      clients: [REPORTS.clientId],
      ...twoSteps({ pw: 1, yubikey: 2, hwOtp: 3 }),
    },
  ],
};

/** The test of a journey with a second step, on `SECOND_STEP_CONFIG`. */
export const secondStepTest = test.extend<Fixtures>({
  secondStep: async ({ person, text }, use) => use(secondStepScreenOf(person, text)),
  reports: async ({ page, portal }, use) => {
    const service = createRelyingParty({ portalUrl: portal, client: REPORTS });
    const signInOptions = { prompt: null, maxAge: null, loginHint: null, acrValues: null };
    let request: Awaited<ReturnType<typeof service.begin>> | null = null;
    const site = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><html lang="en"><title>Reports</title></html>');
    });
    await new Promise<void>((resolve) => site.listen(REPORTS_PORT, '127.0.0.1', resolve));
    await use({
      async requestSignIn() {
        request = await service.begin(signInOptions, REPORTS_CALLBACK, '/');
        await page.goto(request.url.href);
      },
      async finishSignIn() {
        if (request === null) throw new Error('No sign-in has been started');
        await page.waitForURL(`${REPORTS_CALLBACK}*`);
        return service.finish(new URL(page.url()), request.state, request.pending);
      },
    });
    await new Promise<void>((resolve) => {
      site.close(() => resolve());
      site.closeAllConnections();
    });
  },
});

import { expect } from '@playwright/test';
import { FRAME_TIMEOUT } from '#machines/authenticated/authenticated.machine.ts';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import type { OpenScreen } from '#tests/support/e2e/open-screen.ts';
import { personAt } from '#tests/support/e2e/person.ts';
import { skipTimer, suspendTimers } from '#tests/support/e2e/timers.ts';
import { UNTIL_WARNING } from './idle.ts';

const openApprovalResult =
  (kind: 'approve' | 'reject'): OpenScreen =>
  async ({ person: { page }, lab }) => {
    await page.goto((await devicesAt(lab).issueApproval('kim'))[kind]);
    await expect(page.getByRole('main').getByRole('button')).toBeVisible();
  };

/** Screens before and after a sign-in: app links, /authenticated, decided applications, an expired session, a sign-in in another tab. */
export const SCREENS_AROUND_SIGN_IN: Readonly<Record<string, OpenScreen>> = {
  provisioning: async ({ person: { page }, lab, text }) => {
    await page.goto(await devicesAt(lab).issueAppLink('jang'));
    await expect(page).toHaveURL('/app/');
    await page.goBack();
    await expect(page.getByRole('link', { name: text('provisioning.open') })).toBeVisible();
  },

  'provisioning, refused': async ({ person: { page } }) => {
    await page.goto('/provisioning?ak=invented');
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  },

  'provisioning, unanswered': async ({ person, text }) => {
    await person.page.route('**/data/check/provision/**', (route) => route.fulfill({ status: 502 }));
    await person.page.goto('/provisioning?ak=any');
    await expect(person.button('action.retry')).toBeVisible();
    await expect(person.page.getByText(text('info.failure.trouble'))).toBeVisible();
  },

  authenticated: async ({ person }) => {
    await person.page.goto('/authenticated?otp=123456');
    await expect(person.heading('title.authenticated')).toBeVisible();
  },

  'authenticated, stranded': async ({ person: { page }, text }) => {
    await skipTimer(page, FRAME_TIMEOUT);
    await page.goto('/authenticated');
    await expect(page.getByText(text('authenticated.stranded'))).toBeVisible();
  },

  'result, approved': openApprovalResult('approve'),
  'result, rejected': openApprovalResult('reject'),
  'result, used': async ({ person: { page } }) => {
    await page.goto('/service-approval-ui/error');
    await expect(page.getByRole('main').getByRole('button')).toBeVisible();
  },

  'session, expired': async ({ person, text }) => {
    const { page } = person;
    await person.identify('seo');
    await person.enterPassword();
    await expect(page).toHaveURL('/change');
    await suspendTimers(page);
    await page.goto('/first');
    await page.route('**/auth/policy/check', (route) =>
      route.fulfill({ status: 401, json: { status: 401, errCode: '401', message: '' } }),
    );
    await person.enterId('seo');
    await expect(page.getByRole('dialog', { name: text('session.expired') })).toBeVisible();
  },

  'session, about to end': async ({ person, text }) => {
    const { page } = person;
    await page.clock.install();
    await person.identify('kim');
    await page.clock.fastForward(UNTIL_WARNING);
    await expect(page.getByRole('dialog', { name: text('session.unused') })).toBeVisible();
  },

  'tabs, signed in elsewhere': async ({ person, text, lab, language }) => {
    const page = await person.page.context().newPage();
    const personInOtherTab = personAt(page, { language, text, lab, onPasswordTyped: () => undefined });
    await person.openIdEntry();
    await personInOtherTab.signIn('kim');
    await expect(person.page.getByText(text('tabs.signedIn', { userId: 'kim' }))).toBeVisible();
  },
};

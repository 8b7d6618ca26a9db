import { screen } from '@testing-library/react';
import { describe, it } from 'vitest';
import { FAULTS } from './faults.ts';
import { openReferencePage, type ReferencePage, waitForRegistered } from './registration-journey.ts';

const APP = '/data/portal/mobileapp/provision';
const KEY = 'ab12cd34ef56gh78';

type Step = (at: ReferencePage) => Promise<unknown>;

const chooseOffline: Step = async ({ page }) => {
  await page.user.click(await screen.findByLabelText(page.text('registerApp.way.offline'), { exact: false }));
  await page.press('action.next');
};

const enterKey: Step = async ({ page }) => {
  const [first] = await screen.findAllByRole('textbox');
  await page.user.type(first as HTMLElement, KEY);
  await page.press('action.next');
};

const compareAndRegister: Step = async ({ page }) => {
  await page.press('registerApp.same');
  await page.press('action.register');
};

describe.each<[kind: '8' | '9', language: 'ko' | 'en', call: string, steps: readonly Step[]]>([
  ['8', 'en', 'POST /data/portal/yubikey/mapping', [(at) => at.touchKey(0)]],
  ['9', 'ko', `POST ${APP}/offline`, [chooseOffline, enterKey, compareAndRegister]],
])('the registration of a factor of the type %s', (kind, language, call, steps) => {
  it('asks for the password again when the proof has expired, and returns to the registration', async () => {
    const at = await openReferencePage(language);
    await at.tile(kind);
    await at.prove();
    at.setFault(call, FAULTS['401']);
    for (const step of steps) await step(at);
    await screen.findByText(at.page.text('management.again'));
    at.clearFaults();
    await at.prove();
    for (const step of steps) await step(at);
    await waitForRegistered(at);
  });
});

it.each([
  ['GET /data/sso/authenticator/noh', 'ko', '500'],
  ['GET /data/sso/accounts/noh', 'en', 'no network'],
] as const)(
  '%s at the start of a registration, in %s, can be retried after %s',
  async (call, language, fault) => {
    const at = await openReferencePage(language);
    await screen.findByRole('button', { name: at.page.text('title.method.8') });
    at.setFault(call, FAULTS[fault]);
    await at.tile('8');
    await screen.findByRole('button', { name: at.page.text('action.retry') });
    at.clearFaults();
    await at.page.press('action.retry');
    await at.page.waitForScreen('title.management');
  },
);

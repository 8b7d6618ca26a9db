import { screen } from '@testing-library/react';
import { describe, it } from 'vitest';
import { FAULTS } from './faults.ts';
import { openReferencePage, type ReferencePage, waitForRegistered } from './registration-journey.ts';

const APP = '/data/portal/mobileapp/provision';
const KEY = 'ab12cd34ef56gh78';

type Step = (journey: ReferencePage) => Promise<unknown>;

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
  ['8', 'en', 'POST /data/portal/yubikey/mapping', [(journey) => journey.touchKey(0)]],
  ['9', 'ko', `POST ${APP}/offline`, [chooseOffline, enterKey, compareAndRegister]],
])('the registration of a factor of the type %s', (kind, language, call, steps) => {
  it('asks for the password again when the proof has expired, and returns to the registration', async () => {
    const journey = await openReferencePage(language);
    await journey.pressTile(kind);
    await journey.prove();
    journey.setFault(call, FAULTS['401']);
    for (const step of steps) await step(journey);
    await screen.findByText(journey.page.text('management.again'));
    journey.clearFaults();
    await journey.prove();
    for (const step of steps) await step(journey);
    await waitForRegistered(journey.page);
  });
});

it.each([
  ['GET /data/sso/authenticator/noh', 'ko', '500'],
  ['GET /data/sso/accounts/noh', 'en', 'no network'],
] as const)(
  '%s at the start of a registration, in %s, can be retried after %s',
  async (call, language, fault) => {
    const journey = await openReferencePage(language);
    await screen.findByRole('button', { name: journey.page.text('title.method.8') });
    journey.setFault(call, FAULTS[fault]);
    await journey.pressTile('8');
    await screen.findByRole('button', { name: journey.page.text('action.retry') });
    journey.clearFaults();
    await journey.page.press('action.retry');
    await journey.page.waitForScreen('title.management');
  },
);

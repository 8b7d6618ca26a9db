import { screen } from '@testing-library/react';
import { describe, it } from 'vitest';
import { FAULTS } from './faults.ts';
import { type Arrived, arrive, isRegistered } from './registration-journey.ts';

const APP = '/data/portal/mobileapp/provision';
const KEY = 'ab12cd34ef56gh78';

type Take = (at: Arrived) => Promise<unknown>;

const chooseOffline: Take = async ({ page }) => {
  await page.user.click(await screen.findByLabelText(page.text('registerApp.way.offline'), { exact: false }));
  await page.press('action.next');
};

const tellKey: Take = async ({ page }) => {
  const [first] = await screen.findAllByRole('textbox');
  await page.user.type(first as HTMLElement, KEY);
  await page.press('action.next');
};

const compare: Take = async ({ page }) => {
  await page.press('registerApp.same');
  await page.press('action.register');
};

describe.each<[kind: '8' | '9', language: 'ko' | 'en', call: string, steps: readonly Take[]]>([
  ['8', 'en', 'POST /data/portal/yubikey/mapping', [(at) => at.touch(0)]],
  ['9', 'ko', `POST ${APP}/offline`, [chooseOffline, tellKey, compare]],
])('the registration of %s', (kind, language, call, steps) => {
  it('asks for the password again when the proof has expired, and returns to the registration', async () => {
    const at = await arrive(language);
    await at.tile(kind);
    await at.prove();
    at.fail(call, FAULTS['401']);
    for (const take of steps) await take(at);
    await screen.findByText(at.page.text('management.again'));
    at.mend();
    await at.prove();
    for (const take of steps) await take(at);
    await isRegistered(at);
  });
});

it.each([
  ['GET /data/sso/authenticator/noh', 'ko', '500'],
  ['GET /data/sso/accounts/noh', 'en', 'no network'],
] as const)('%s at the start, in %s: %s is shown with a retry', async (call, language, fault) => {
  const at = await arrive(language);
  await screen.findByRole('button', { name: at.page.text('title.method.8') });
  at.fail(call, FAULTS[fault]);
  await at.tile('8');
  await screen.findByRole('button', { name: at.page.text('action.retry') });
  at.mend();
  await at.page.press('action.retry');
  await at.page.waitForScreen('title.management');
});

import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { goBack } from './back.ts';
import { openReferencePage } from './registration-journey.ts';

const MAPPING = 'POST /data/portal/yubikey/mapping';

it('Back goes from the password to the chooser, and from the identity check to the password', async () => {
  const { page, pressTile, prove } = await openReferencePage('ko');
  await pressTile('8');
  await page.waitForScreen('title.management');
  await goBack();
  await page.waitForScreen('title.chooser');
  await pressTile('8');
  await page.waitForScreen('title.management');
  await page.enterPassword(SEED_PASSWORD);
  await page.waitForScreen('title.selfAuth');
  await goBack();
  await page.waitForScreen('title.management');
  await prove();
  await page.waitForScreen('title.registration.8');
});

it('Back from a registration skips the proofs and leads to the chooser, and Forward starts with the password', async () => {
  const { page, pressTile, prove } = await openReferencePage('en');
  await pressTile('8');
  await prove();
  await page.waitForScreen('title.registration.8');
  await goBack();
  await page.waitForScreen('title.chooser');
  await waitFor(() => expect(page.address()).toBe('/first/select'));
  await act(async () => window.history.forward());
  await page.waitForScreen('title.management');
});

it('Back after a registration leads to the chooser and registers nothing twice', async () => {
  const { page, registerKeyFromChooser, calls } = await openReferencePage('ko');
  await registerKeyFromChooser();
  await waitFor(() => expect(page.address()).toBe('/first/auth?type=8'));
  await goBack();
  await page.waitForScreen('title.chooser');
  expect(calls.filter((call) => call === MAPPING)).toHaveLength(1);
});

it('Back goes through the steps of an offline app one by one', async () => {
  const { page, pressTile, prove } = await openReferencePage('en');
  await pressTile('9');
  await prove();
  await page.waitForScreen('title.registration.9');
  await page.user.click(screen.getByLabelText(page.text('registerApp.way.offline'), { exact: false }));
  await page.press('action.next');
  await page.user.type(screen.getAllByRole('textbox')[0] as HTMLElement, 'ab12cd34ef56gh78');
  await page.press('action.next');
  await page.press('registerApp.same');
  await screen.findByText(page.text('registerApp.osLead'));
  await goBack();
  await screen.findByText(page.text('registerApp.compare'));
  await goBack();
  // The address in the text is split into elements at which a line may break.
  const lead = page.text('registerApp.keyLeadWeb', { address: new URL('/app/', location.href).href });
  await screen.findAllByText((_, element) => element?.textContent === lead);
  await goBack();
  await screen.findByText(page.text('registerApp.ways'));
  await goBack();
  await page.waitForScreen('title.chooser');
});

it('Back goes from a registered factor to the overview, and from there to the chooser', async () => {
  const { page, prove, registerKeyFromChooser } = await openReferencePage('ko');
  await registerKeyFromChooser();
  await page.press('method.change');
  await page.press('chooser.manage');
  await prove();
  await page.press('factors.details');
  await page.press('holding.replace');
  await screen.findByLabelText(page.text('code.labelYubikey'));
  await goBack();
  await screen.findByText(page.text('holding.lead'));
  await goBack();
  await screen.findByRole('region', { name: page.text('factors.own') });
  await goBack();
  await page.waitForScreen('title.chooser');
});

it('Back from a registration in the second step leads back to the second step', async () => {
  const { page, prove } = await openReferencePage('en', 'park');
  await page.enterPassword(SEED_PASSWORD);
  await page.waitForScreen('title.second');
  await page.press('second.register');
  await prove();
  await page.press('holding.replace');
  await goBack();
  await screen.findByText(page.text('holding.lead'));
  await goBack();
  await screen.findByText(page.text('management.choose'));
  await goBack();
  await page.waitForScreen('title.second');
  await waitFor(() => expect(page.address()).toBe('/second'));
});

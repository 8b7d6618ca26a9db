import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { createServer, loadPage } from './page.ts';
import { openReferencePage } from './registration-journey.ts';

it('a key is registered from its tile, and shown and removed in the overview', async () => {
  const { page, prove, registerKeyFromChooser } = await openReferencePage('ko');
  await registerKeyFromChooser();
  await page.press('method.change');
  await page.waitForScreen('title.chooser');
  await page.press('chooser.manage');
  await prove();
  const own = await screen.findByRole('region', { name: page.text('factors.own') });
  const [key] = within(own).getAllByRole('listitem');
  expect(within(key as HTMLElement).getByText(page.text('factors.unused'), { exact: false })).toBeTruthy();
  await page.press('factors.remove');
  const dialog = await screen.findByRole('dialog');
  await page.user.click(within(dialog).getByRole('button', { name: page.text('factors.remove') }));
  await screen.findByText(page.text('factors.removed'));
  expect(within(own).queryAllByRole('listitem')).toEqual([]);
  await page.press('action.previous');
  await page.waitForScreen('title.chooser');
});

it('a key becomes the default method on the screen of its details', async () => {
  const { page, prove, registerKeyFromChooser } = await openReferencePage('en');
  await registerKeyFromChooser();
  await page.press('method.change');
  await page.press('chooser.manage');
  await prove();
  await page.press('factors.details');
  await page.press('holding.default');
  await screen.findByText(page.text('holding.set'));
  await page.press('holding.notDefault');
  await screen.findByText(page.text('holding.cleared'));
});

it('another key is registered from the second step, which opens again after it', async () => {
  const { page, prove, registerKey } = await openReferencePage('ko', 'park');
  await page.enterPassword(SEED_PASSWORD);
  await page.waitForScreen('title.second');
  await page.press('tabs.manage');
  await screen.findByText(page.text('remark.signInFirst'));
  await page.press('second.register');
  await prove();
  await page.press('holding.replace');
  await registerKey();
  await page.waitForScreen('title.second');
  expect(page.address()).toBe('/second');
});

it('the second step offers no registration when the policy allows none', async () => {
  const page = loadPage('/redirect?uid=1', createServer('secondCard'));
  await page.enterId();
  await page.waitForScreen('title.second');
  expect(screen.queryByText(page.text('second.register'))).toBeNull();
});

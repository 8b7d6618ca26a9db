import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { createServer, loadPage } from './page.ts';
import { arrive } from './registration-journey.ts';

it('registers a key from its tile, and shows and removes it in the overview', async () => {
  const { page, prove, arriveWithKey } = await arrive('ko');
  await arriveWithKey();
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

it('makes a key the default where it is shown', async () => {
  const { page, prove, arriveWithKey } = await arrive('en');
  await arriveWithKey();
  await page.press('method.change');
  await page.press('chooser.manage');
  await prove();
  await page.press('factors.details');
  await page.press('holding.default');
  await screen.findByText(page.text('holding.set'));
  await page.press('holding.notDefault');
  await screen.findByText(page.text('holding.cleared'));
});

it('registers another key from the second step, and returns to it', async () => {
  const { page, prove, registerKey } = await arrive('ko', 'park');
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

it('offers no registration in the second step where the policy manages none', async () => {
  const page = loadPage('/redirect?uid=1', createServer('secondCard'));
  await page.enterId();
  await page.waitForScreen('title.second');
  expect(screen.queryByText(page.text('second.register'))).toBeNull();
});

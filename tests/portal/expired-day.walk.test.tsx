import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadPage } from './page.ts';
import { expiryServer } from './password-journey.ts';

it('tells the day on which the password expired, without the time', async () => {
  const page = loadPage('/redirect?uid=1', expiryServer(), { language: 'en' });
  await page.enterId();
  await page.enterPassword();
  const told = await screen.findByText(page.say('expiry.expired', { day: '2026-01-31' }));
  expect(told.textContent).not.toContain('23:59');
});

import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadPage } from './page.ts';
import { expiryServer } from './password-journey.ts';

it.each([
  ['en', 'January 31, 2026'],
  ['ko', '2026년 1월 31일'],
] as const)('the page shows in %s the day on which the password expired', async (language, day) => {
  const page = loadPage('/redirect?uid=1', expiryServer(), { language });
  await page.enterId();
  await page.enterPassword();
  const sentence = await screen.findByText(page.text('expiry.expired', { day }));
  expect(sentence.textContent).not.toContain('23:59');
});

import { expect } from '@playwright/test';
import type { Person } from '#tests/support/e2e/person.ts';

/**
 * Lets a person who is signed in come to the redirect page again, with its clock stopped as the count
 * begins; `page.clock` moves it on.
 * @param leave what the person does to come here
 */
export async function stopAtCountdown(person: Person, leave: () => Promise<unknown>): Promise<void> {
  const { page, heading } = person;
  const gate = Promise.withResolvers<void>();
  await page.clock.install();
  await page.route('**/summary/auth', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await leave();
  await expect(heading('redirect.summarizing')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 500);
  gate.resolve();
  await expect(heading('redirect.authenticatedTitle')).toBeVisible();
}

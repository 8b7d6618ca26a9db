import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';

test('a push signs in, once the phone has chosen what the screen shows', async ({
  page,
  person,
  methods,
  devices,
  text,
}) => {
  await methods.reach('lim', 'push');
  await person.button('push.request').click();
  const modal = page.getByRole('dialog', { name: text('push.title') });
  await expect(modal).toBeVisible();
  await devices.approvePush('lim', await modal.locator('[aria-hidden] > span').allTextContents());
  await person.isSignedInAs('lim');
});

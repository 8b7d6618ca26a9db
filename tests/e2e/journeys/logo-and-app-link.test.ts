import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn } from '#tests/support/e2e/person.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';

// A separate server, whose clock is advanced.
test.use({ configFile: { ...TEST_CONFIG } });

const appLinkOn = (page: Page, text: TextOf) =>
  page.getByRole('link', { name: text('provisioning.open'), exact: true });

test('the page of an unusable app link shows the reason and a link to the start page', async ({
  page,
  person,
  devices,
  text,
  language,
  site,
}) => {
  const address = await devices.issueAppLink('lim');
  await page.goto(`${address}x`);
  await expect(page.getByRole('alert')).toContainText(refusalText('urlInvalid', language));
  await expectAccessible(page);
  site.advance(5 * 60_000);
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText(refusalText('urlExpired', language));
  await expect(appLinkOn(page, text)).toHaveCount(0);
  await person.button('action.home').click();
  await expect(page).toHaveURL('/login');
  await page.goto('/provisioning');
  await expect(person.heading('notice.invalidAccess')).toBeVisible();
});

test('the logo opens the start page, or the chooser during an application for a service', async ({
  page,
  person,
  methods,
  text,
  language,
}) => {
  const logo = page.getByRole('link', { name: text('brand.name') });
  await methods.reachChooser('lee');
  await logo.click();
  await expect(page).toHaveURL('/login');
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page.getByText(demoServiceIn(language).serviceName)).toBeVisible();

  await page.goto('/auth');
  await methods.expectChooser();
  expect((await storedValues(page)).session?.request.type).toBe('auth');
  await methods.choose('sms');
  await logo.click();
  await methods.expectChooser();
});

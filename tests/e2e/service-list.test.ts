import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn } from '#tests/support/e2e/person.ts';
import { CONFIG_WITHOUT_DEFAULT_SERVICE } from '#tests/support/e2e/screens.ts';
import { LANGUAGES } from '#tests/support/e2e/texts.ts';

test.use({ configFile: CONFIG_WITHOUT_DEFAULT_SERVICE });

for (const language of LANGUAGES) {
  test.describe(`without a default service, in ${language}`, () => {
    test.use({ language });

    test('the start page lists the services, which start a sign-in', async ({ page, person }) => {
      await page.goto('/');
      await expect(person.heading('identity.startTitle')).toBeVisible();
      await expect(page).toHaveURL('/login');
      await expectAccessible(page);
      const [currentName, otherName] = language === 'ko' ? ['한국어', 'English'] : ['English', '한국어'];
      await page.getByRole('button', { name: otherName, exact: true }).click();
      const { serviceName: otherServiceName } = demoServiceIn(language === 'ko' ? 'en' : 'ko');
      await expect(page.getByRole('link', { name: otherServiceName, exact: true })).toBeVisible();
      await page.getByRole('button', { name: currentName, exact: true }).click();
      await page.getByRole('link', { name: demoServiceIn(language).serviceName, exact: true }).click();
      await expect(person.heading('title.identity')).toBeVisible();
      await person.enterId('kim');
      await person.enterPassword();
      await person.expectSignedIn('kim');
    });
  });
}

import { expect } from '@playwright/test';
import { REASONS as SAML_REASONS } from '#lab/expenses/texts.ts';
import { REASONS } from '#lab/service/texts.ts';
import { test } from '#tests/support/e2e/journey.ts';

test('declining a request returns to the service, which says so, and Back does not continue the request', async ({
  page,
  person,
  language,
  lab,
}) => {
  const reasonOf = (reasons: typeof REASONS, code: string): string =>
    reasons.find(({ codes }) => codes.includes(code))?.text[language] ?? code;
  await person.identify('kim');
  await person.button('request.decline').click();
  await expect(page.getByText(reasonOf(REASONS, 'access_denied'))).toBeVisible();
  await page.goBack();
  await expect(person.heading('notice.requestEnded')).toBeVisible();
  await page.goto(`${lab}/expenses/login`);
  await person.button('request.decline').click();
  await expect(page.getByText(reasonOf(SAML_REASONS, 'AuthnFailed'))).toBeVisible();
});

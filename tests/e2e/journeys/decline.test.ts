import { expect } from '@playwright/test';
import { FAILURE_TEXTS as SAML_REASONS } from '#lab/expenses/texts.ts';
import { FAILURE_TEXTS } from '#lab/service/texts.ts';
import { test } from '#tests/support/e2e/journey.ts';

test('a declined request returns to the OpenID or SAML service, which shows the reason, and Back does not continue the request', async ({
  page,
  person,
  language,
  lab,
}) => {
  const reasonOf = (reasons: typeof FAILURE_TEXTS, code: string): string =>
    reasons.find(({ codes }) => codes.includes(code))?.text[language] ?? code;
  await person.identify('kim');
  await person.button('request.decline').click();
  await expect(page.getByText(reasonOf(FAILURE_TEXTS, 'access_denied'))).toBeVisible();
  await page.goBack();
  await expect(person.heading('notice.requestEnded')).toBeVisible();
  await page.goto(`${lab}/expenses/login`);
  await person.button('request.decline').click();
  await expect(page.getByText(reasonOf(SAML_REASONS, 'AuthnFailed'))).toBeVisible();
});

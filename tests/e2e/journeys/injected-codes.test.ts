import { expect } from '@playwright/test';
import { CODES_WITHOUT_ACCOUNT } from '#lab/faults/codes.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { TextKey } from '#tests/support/e2e/texts.ts';

/** Whether a person gets an error code at the ID entry: a code of external databases (003) or of the licence (013). */
const occursAtIdEntry = (code: string): boolean => /^(003|013)/.test(code);

/** The error codes that the lab can inject and that no demo account causes. */
const INJECTED_CODES = Object.keys(CODES_WITHOUT_ACCOUNT);

/** The error code of an unknown service, which this portal's page never causes. */
const UNKNOWN_SERVICE = '016_1';

const keyOf = (code: string): TextKey => `error.auth_error_${code}` as TextKey;

/** The values with which a text is shown when the answer contains no values. */
const NO_VALUES = { remaining: 0, maxCount: 0, failCount: 0, minutes: 0, way: 'none', method: 'none' };

test('the ID entry shows a text for each injected code', async ({ page, person, breakCall, text }) => {
  await person.openIdEntry();
  for (const code of [...INJECTED_CODES.filter(occursAtIdEntry), UNKNOWN_SERVICE]) {
    await test.step(code, async () => {
      await breakCall({ method: 'POST', path: '/auth/policy/check', errCode: code });
      await person.enterId('kim');
      await expect(page.getByRole('alert').filter({ hasText: text(keyOf(code), NO_VALUES) })).toBeVisible();
    });
  }
  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
});

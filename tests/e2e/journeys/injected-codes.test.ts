import { expect } from '@playwright/test';
import { CODES_WITHOUT_ACCOUNT } from '#lab/faults/codes.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { TextKey } from '#tests/support/e2e/texts.ts';

/** Families that stop a person at the ID: external databases (003) and the licence (013). */
const isOfEntry = (code: string): boolean => /^(003|013)/.test(code);

const WITHOUT_ACCOUNT = Object.keys(CODES_WITHOUT_ACCOUNT);

/** Refusals of calls that this portal does not make: of an unknown service, and of a method out of its turn. */
const OF_OTHER_PORTALS = { entry: '016_1', login: '018' } as const;

const keyOf = (code: string): TextKey => `error.auth_error_${code}` as TextKey;

/** The defaults of a text when the answer has no value. */
const UNTOLD = { remaining: 0, maxCount: 0, failCount: 0, minutes: 0, way: 'untold', method: 'untold' };

test('the ID entry shows a text for each injected code', async ({ page, person, breakCall, text }) => {
  await person.openIdEntry();
  for (const code of [...WITHOUT_ACCOUNT.filter(isOfEntry), OF_OTHER_PORTALS.entry]) {
    await test.step(code, async () => {
      await breakCall({ method: 'POST', path: '/auth/policy/check', errCode: code });
      await person.enterId('kim');
      await expect(page.getByRole('alert').filter({ hasText: text(keyOf(code), UNTOLD) })).toBeVisible();
    });
  }
  await person.enterId('kim');
  await expect(person.heading('title.password')).toBeVisible();
});

import { expect } from '@playwright/test';
import { CODES_WITHOUT_ACCOUNT } from '#lab/faults/codes.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { TextKey } from '#tests/support/e2e/texts.ts';

/** Families that stop a person at the ID: external databases (003) and the licence (013). */
const isOfEntry = (code: string): boolean => /^(003|013)/.test(code);

const WITHOUT_ACCOUNT = Object.keys(CODES_WITHOUT_ACCOUNT);

/** Codes of methods that the portal does not open for whom they concern (docs/lab.md). */
const OF_CLOSED_METHODS = [
  '006',
  '006_1',
  '006_2',
  '006_3',
  '006_4',
  '006_5',
  '007',
  '008_1',
  '009',
  '011',
  '012',
  '015_1',
];

/** Refusals of calls that this portal does not make: of an unknown service, and of a method out of its turn. */
const OF_OTHER_PORTALS = { entry: '016_1', login: '018' } as const;

const keyOf = (code: string): TextKey => `error.auth_error_${code}` as TextKey;

/** What a text inserts where the answer tells no value. */
const UNTOLD = { remaining: 0, maxCount: 0, failCount: 0, minutes: 0, way: 'untold', method: 'untold' };

test('the ID entry shows a text for each injected code', async ({ page, person, breakCall, text }) => {
  await person.askToSignIn();
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

test('the dialog of a login shows a text for each injected code', async ({ person, breakCall, text }) => {
  await person.identify('kim');
  const ofLogin = WITHOUT_ACCOUNT.filter((each) => !isOfEntry(each));
  for (const code of [...ofLogin, ...OF_CLOSED_METHODS, OF_OTHER_PORTALS.login]) {
    await test.step(code, async () => {
      await breakCall({ method: 'POST', path: '/authenticate', errCode: code });
      await person.enterPassword();
      await expect(person.dialog).toContainText(text(keyOf(code), UNTOLD));
      await person.button('action.ok').click();
      await expect(person.dialog).toHaveCount(0);
    });
  }
  await person.enterPassword();
  await person.isSignedInAs('kim');
});

import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { APPEARANCES } from '#tests/support/e2e/appearances.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { expectGoodLayout } from '#tests/support/e2e/layout.ts';
import { SCREENS } from '#tests/support/e2e/screens.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/**
 * What the screens of the atlas (`screens.test.ts`) cannot show: the built page with its server, a phone, a part that
 * does not come, a network that is gone, and a page that tells of itself while it waits.
 */
const LIVE: readonly string[] = [
  'identity',
  'identity, passkeys only and none here',
  'password, dialog',
  'chooser, every method',
  'chooser, not loaded',
  'sms, sent',
  'push, waiting on a phone',
  'qr, phone',
  'second, push',
  'offline',
  'redirect, waiting',
  'session, about to end',
];

const shown = Object.entries(SCREENS).filter(([name]) => IS_TEST_ALL || LIVE.includes(name));

for (const [name, open] of shown) {
  test(`${name} fits, and needs no eyes`, async ({ page, person, text, lab, language }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open({ person, text, lab, language });
    for (const { theme, width, height } of APPEARANCES.filter((look) => look.language === language)) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      await expectGoodLayout(page);
      await expectAccessible(page);
    }
  });
}

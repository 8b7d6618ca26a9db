import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { APPEARANCES } from '#tests/support/e2e/appearances.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { expectGoodLayout } from '#tests/support/e2e/layout.ts';
import { SCREENS } from '#tests/support/e2e/screens.ts';
import { IS_TEST_ALL } from '#tests/support/test-all.ts';

/**
 * Screens that the atlas (`screens.test.ts`) cannot show: with the built page and its server, on a phone, with a chunk
 * that fails to load, with a lost network, or while waiting.
 */
const SCREENS_WITH_SERVER: readonly string[] = [
  'identity',
  'identity, passkeys only, in a browser without passkeys',
  'password, dialog',
  'chooser, every method',
  'chooser, not loaded',
  'sms, sent',
  'push, waiting on a phone',
  'qr, phone',
  'second step, push',
  'offline',
  'redirect, waiting',
  'session, about to end',
];

const testedScreens = Object.entries(SCREENS).filter(
  ([name]) => IS_TEST_ALL || SCREENS_WITH_SERVER.includes(name),
);

for (const [name, open] of testedScreens) {
  test(`the screen "${name}" fits into its windows and passes axe`, async ({
    page,
    person,
    text,
    lab,
    language,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    await open({ person, text, lab, language });
    for (const { theme, width, height } of APPEARANCES.filter((each) => each.language === language)) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height });
      await expectGoodLayout(page);
      await expectAccessible(page);
    }
  });
}

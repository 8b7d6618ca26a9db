import { expect, type Page } from '@playwright/test';
import { checkTarget } from '#machines/return-to-service/target.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { watchForeignActivity } from '#tests/support/e2e/foreign-activity.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import type { MethodScreens } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import { mockSummary } from '#tests/support/e2e/summary.ts';
import type { WriteText } from '#tests/support/e2e/texts.ts';
import { hostileTo } from '#tests/targets/hostile.ts';

const HOSTILE = hostileTo('https://rp.example/callback');

/** Parts of the page's own address that an attacker may have written. */
const ENTRIES = ['/error?reason=', '/error#', '/authenticated?otp=', '/first/auth?type=', '/'];

type Stage = {
  readonly page: Page;
  readonly person: Person;
  readonly methods: MethodScreens;
  readonly text: WriteText;
};

const test = base.extend<{ readonly stage: Stage }>({
  stage: async ({ page, person, methods, text }, use) => use({ page, person, methods, text }),
});

let foreignActivity: readonly string[];
test.beforeEach(async ({ page, portal, lab }) => {
  foreignActivity = watchForeignActivity(page, [portal, lab]);
  await page.goto('/error');
});
test.afterEach(({ page, portal }) => {
  expect(foreignActivity).toEqual([]);
  expect(new URL(page.url()).origin).toBe(portal);
});
test('the browser reads each target as the tests do', async ({ page, portal }) => {
  const base = `${portal}/first`;
  const read = (addresses: readonly string[], at: string): readonly (string | null)[] =>
    addresses.map((address) => {
      if (!URL.canParse(address, at)) return null;
      const { protocol, origin } = new URL(address, at);
      return protocol === 'http:' || protocol === 'https:' ? origin : null;
    });
  const expected = read(HOSTILE, base);
  const readByBrowser = await page.evaluate(`(${read})(${JSON.stringify(HOSTILE)}, ${JSON.stringify(base)})`);
  const differing = (readByBrowser as typeof expected).filter((origin, index) => origin !== expected[index]);
  // Chromium writes a space or a star into the host as what no name may hold.
  expect(differing.filter((origin) => !/^https?:\/\/[^/]*%/.test(origin ?? ''))).toEqual([]);
  expect(differing.length).toBeLessThan(15);
});

test('no target in the address of the page is followed', async ({ page, person }) => {
  test.setTimeout(60_000 + 1_000 * HOSTILE.length);
  const shown = await page.evaluate(
    async ([addresses, entries]) => {
      let screens = 0;
      for (const address of addresses) {
        for (const to of [address, ...entries.map((entry) => entry + encodeURIComponent(address))]) {
          try {
            window.history.pushState(null, '', to);
          } catch {
            // Another origin: the browser itself refuses it.
            continue;
          }
          window.dispatchEvent(new PopStateEvent('popstate'));
          screens += 1;
        }
        await new Promise((resolve) => setTimeout(resolve));
      }
      return screens;
    },
    [HOSTILE, ENTRIES] as const,
  );
  expect(shown).toBeGreaterThanOrEqual(HOSTILE.length * (ENTRIES.length - 1));
  await page.goto('/error');
  await expect(person.heading('notice.notFound')).toBeVisible();
});

/** Those that the way out refuses: with a space that does not break Chromium finds a host that nobody has, and an error page. */
const refusedAt = (portal: string): readonly string[] =>
  HOSTILE.filter(
    (address) => !address.includes('\u00a0') && !checkTarget(address, `${portal}/first`).ok && address !== '',
  );

async function answerWith(page: Page, path: string, json: object): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json }),
  );
}

async function chooseAndSave({ page, person, text }: Stage): Promise<void> {
  for (const key of ['passwordSetup.new', 'passwordSetup.confirm'] as const) {
    await page.getByLabel(text(key), { exact: true }).fill('Sunrise!27-hill');
  }
  await person.button('action.save').click();
}

const identify = async ({ methods, person }: Stage, userId: string): Promise<void> => {
  await methods.open('/first');
  await person.enterId(userId);
  await person.enterPassword(SEED_PASSWORD);
};

/** What a server says to a person who changes a password by a link and an answer. The seal of its own answers would not fit others. */
const OF_A_LINK: Readonly<Record<string, object>> = {
  '/data/sso/setting/password-security': { data: [{ selfAuthMethodWhenPwChange: 'QnA' }] },
  '/data/sso/password/questions/kim': { questionId: 'any', questionKo: '어디로?', questionEn: 'Where to?' },
  '/data/sso/password/answer/verification': { accessToken: 'any' },
  '/pw/level': { level: 3 },
  '/pw/in-use': { status: 204 },
  '/pw': { status: 200 },
  '/pw/init': { status: 200 },
};

/** Answers of the server that lead on, and how a person comes to each. */
const ANSWERS: Readonly<Record<string, (address: string, stage: Stage) => Promise<void>>> = {
  'the end of a login': async (to, stage) => {
    await answerWith(stage.page, '/authenticate', { to });
    await identify(stage, 'kim');
  },
  'the change of an expired password': async (to, stage) => {
    await answerWith(stage.page, '/pw', { to });
    await identify(stage, 'seo');
    await expect(stage.page).toHaveURL('/change');
    await chooseAndSave(stage);
  },
  'the link by which a password is changed': async (redirectUrl, stage) => {
    const { page, person, methods, text } = stage;
    await answerWith(page, '/data/sso/password/ak/verification', { redirectUrl, ak_type: 'change' });
    for (const [path, json] of Object.entries(OF_A_LINK)) await answerWith(page, path, json);
    await methods.open('/password?clientid=any&ak=any');
    await person.enterId('kim');
    await page.getByLabel(text('questions.answer'), { exact: true }).fill('any');
    await person.button('action.next').click();
    await chooseAndSave(stage);
  },
};

for (const [name, reach] of Object.entries(ANSWERS)) {
  test(`none in ${name} is followed`, async ({ page, person, portal, stage }) => {
    const refused = refusedAt(portal);
    test.setTimeout(60_000 + 2_000 * refused.length);
    for (const address of refused) {
      await reach(address, stage);
      await expect(page, address).toHaveURL('/error?reason=invalidAccess');
      await expect(person.heading('notice.invalidAccess')).toBeVisible();
      await page.unrouteAll();
    }
  });
}

test.describe('with a native app', () => {
  test.use({ configFile: { phoneApp: 'native' } });

  test('no address of the portal changes the link to the app', async ({ page, methods, text, portal }) => {
    test.setTimeout(60_000 + 1_000 * HOSTILE.length);
    const link = page.getByRole('link', { name: text('provisioning.open'), exact: true });
    const provision = { akData: 'd', publicKeyModulus: 'm', publicKeyExponent: 'e' };
    await answerWith(page, '/data/check/provision/mobileapp/any', provision);
    const reached = new Set<string | null>();
    for (const url of HOSTILE) {
      await answerWith(page, '/summary/domain/portal', { url });
      await methods.open('/provisioning?ak=any');
      const { protocol, host, searchParams } = new URL((await link.getAttribute('href')) ?? '');
      const address = searchParams.get('portal');
      expect([protocol, host], url).toEqual(['cubelogin:', 'provision']);
      const leads = await page.evaluate(
        (reached) => /^https?:$/.test(new URL(reached).protocol),
        address ?? '',
      );
      expect([portal, url], url).toContain(address);
      expect(leads, url).toBe(true);
      reached.add(address);
      await methods.open('/error');
      await expect(link).toHaveCount(0);
    }
    expect(reached.size).toBeGreaterThan(50);
  });
});

test('no target in an answer of the server is followed', async ({ page, person, methods, portal }) => {
  const refused = refusedAt(portal);
  expect(refused.length).toBeGreaterThan(180);
  test.setTimeout(60_000 + 1_000 * refused.length);
  for (const redirectUrl of refused) {
    await mockSummary(page, redirectUrl);
    await methods.open('/redirect');
    await person.button('redirect.continue').click();
    await expect(page, redirectUrl).toHaveURL('/error?reason=invalidAccess');
    await expect(person.heading('notice.invalidAccess')).toBeVisible();
  }
});

test('a target that is too long for the browser ends on an error page', async ({ page, person, methods }) => {
  await mockSummary(page, `/error?${'a'.repeat(2_200_000)}`);
  await methods.open('/redirect');
  await person.button('redirect.continue').click();
  await expect(page).toHaveURL('/error?reason=invalidAccess');
  await expect(person.heading('notice.invalidAccess')).toBeVisible();
});

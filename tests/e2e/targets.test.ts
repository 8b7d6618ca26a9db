import { expect, type Page } from '@playwright/test';
import { checkTarget } from '#machines/return-to-service/target.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { watchForeignActivity } from '#tests/support/e2e/foreign-activity.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import type { MethodScreens } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import { mockSummary } from '#tests/support/e2e/summary.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';
import { hostileTo } from '#tests/targets/hostile.ts';

const HOSTILE_ADDRESSES = hostileTo('https://rp.example/callback');

/** The beginnings of page addresses that an attacker may have completed. */
const ADDRESS_STARTS = ['/error?reason=', '/error#', '/authenticated?otp=', '/first/auth?type=', '/'];

type Fixtures = {
  readonly page: Page;
  readonly person: Person;
  readonly methods: MethodScreens;
  readonly text: TextOf;
};

const test = base.extend<{ readonly fixtures: Fixtures }>({
  fixtures: async ({ page, person, methods, text }, use) => use({ page, person, methods, text }),
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

test('Chromium resolves hostile addresses to the same origin as Node.js, except for characters that no host name contains', async ({
  page,
  portal,
}) => {
  const pageAddress = `${portal}/first`;
  const originsOf = (addresses: readonly string[], base: string): readonly (string | null)[] =>
    addresses.map((address) => {
      if (!URL.canParse(address, base)) return null;
      const { protocol, origin } = new URL(address, base);
      return protocol === 'http:' || protocol === 'https:' ? origin : null;
    });
  const originsInNode = originsOf(HOSTILE_ADDRESSES, pageAddress);
  const originsInBrowser = await page.evaluate(
    `(${originsOf})(${JSON.stringify(HOSTILE_ADDRESSES)}, ${JSON.stringify(pageAddress)})`,
  );
  const differing = (originsInBrowser as typeof originsInNode).filter(
    (origin, index) => origin !== originsInNode[index],
  );
  // Chromium accepts a space or an asterisk in a host, and encodes the character with a percent sign, which no host name contains.
  expect(differing.filter((origin) => !/^https?:\/\/[^/]*%/.test(origin ?? ''))).toEqual([]);
  expect(differing.length).toBeLessThan(15);
});

test('the page does not navigate to a hostile address in its own address', async ({ page, person }) => {
  test.setTimeout(60_000 + 1_000 * HOSTILE_ADDRESSES.length);
  const shownScreenCount = await page.evaluate(
    async ([addresses, addressStarts]) => {
      let screenCount = 0;
      for (const address of addresses) {
        for (const to of [address, ...addressStarts.map((start) => start + encodeURIComponent(address))]) {
          try {
            window.history.pushState(null, '', to);
          } catch {
            // The browser itself refuses another origin.
            continue;
          }
          window.dispatchEvent(new PopStateEvent('popstate'));
          screenCount += 1;
        }
        await new Promise((resolve) => setTimeout(resolve));
      }
      return screenCount;
    },
    [HOSTILE_ADDRESSES, ADDRESS_STARTS] as const,
  );
  expect(shownScreenCount).toBeGreaterThanOrEqual(HOSTILE_ADDRESSES.length * (ADDRESS_STARTS.length - 1));
  await page.goto('/error');
  await expect(person.heading('notice.notFound')).toBeVisible();
});

/** The hostile addresses that the page refuses. Addresses with a no-break space are left out, since Chromium shows its own error page for them. */
const refusedAddresses = (portal: string): readonly string[] =>
  HOSTILE_ADDRESSES.filter(
    (address) => !address.includes('\u00a0') && !checkTarget(address, `${portal}/first`).ok && address !== '',
  );

/** Answers every call of a path with this JSON. */
async function answerWith(page: Page, path: string, json: object): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === path,
    (route) => route.fulfill({ json }),
  );
}

async function saveNewPassword({ page, person, text }: Fixtures): Promise<void> {
  for (const key of ['passwordSetup.new', 'passwordSetup.confirm'] as const) {
    await page.getByLabel(text(key), { exact: true }).fill('Sunrise!27-hill');
  }
  await person.button('action.save').click();
}

const identify = async ({ methods, person }: Fixtures, userId: string): Promise<void> => {
  await methods.open('/first');
  await person.enterId(userId);
  await person.enterPassword(SEED_PASSWORD);
};

/** Mocked answers to the calls of a password change with a link and a question, without challenge tokens. */
const LINK_ANSWERS: Readonly<Record<string, object>> = {
  '/data/sso/setting/password-security': { data: [{ selfAuthMethodWhenPwChange: 'QnA' }] },
  '/data/sso/password/questions/kim': { questionId: 'any', questionKo: '어디로?', questionEn: 'Where to?' },
  '/data/sso/password/answer/verification': { accessToken: 'any' },
  '/pw/level': { level: 3 },
  '/pw/in-use': { status: 204 },
  '/pw': { status: 200 },
  '/pw/init': { status: 200 },
};

/** Functions that let an answer of the server contain an address, and go to the screen that uses the answer. */
const ANSWERS_WITH_ADDRESS: Readonly<Record<string, (address: string, fixtures: Fixtures) => Promise<void>>> =
  {
    'the answer that ends a login': async (to, fixtures) => {
      await answerWith(fixtures.page, '/authenticate', { to });
      await identify(fixtures, 'kim');
    },
    'the answer to the change of an expired password': async (to, fixtures) => {
      await answerWith(fixtures.page, '/pw', { to });
      await identify(fixtures, 'seo');
      await expect(fixtures.page).toHaveURL('/change');
      await saveNewPassword(fixtures);
    },
    'the answer about a password link': async (redirectUrl, fixtures) => {
      const { page, person, methods, text } = fixtures;
      await answerWith(page, '/data/sso/password/ak/verification', { redirectUrl, ak_type: 'change' });
      for (const [path, json] of Object.entries(LINK_ANSWERS)) await answerWith(page, path, json);
      await methods.open('/password?clientid=any&ak=any');
      await person.enterId('kim');
      await page.getByLabel(text('questions.answer'), { exact: true }).fill('any');
      await person.button('action.next').click();
      await saveNewPassword(fixtures);
    },
  };

for (const [name, reach] of Object.entries(ANSWERS_WITH_ADDRESS)) {
  test(`the page does not navigate to a hostile address in ${name}`, async ({
    page,
    person,
    portal,
    fixtures,
  }) => {
    const refused = refusedAddresses(portal);
    test.setTimeout(60_000 + 2_000 * refused.length);
    for (const address of refused) {
      await reach(address, fixtures);
      await expect(page, address).toHaveURL('/error?reason=invalidAccess');
      await expect(person.heading('notice.invalidAccess')).toBeVisible();
      await page.unrouteAll();
    }
  });
}

test.describe('with a native app', () => {
  test.use({ configFile: { phoneApp: 'native' } });

  test('a hostile address of the portal changes only a parameter of the link to the app', async ({
    page,
    methods,
    text,
    portal,
  }) => {
    test.setTimeout(60_000 + 1_000 * HOSTILE_ADDRESSES.length);
    const link = page.getByRole('link', { name: text('provisioning.open'), exact: true });
    const provision = { akData: 'd', publicKeyModulus: 'm', publicKeyExponent: 'e' };
    await answerWith(page, '/data/check/provision/mobileapp/any', provision);
    const addresses = new Set<string | null>();
    for (const url of HOSTILE_ADDRESSES) {
      await answerWith(page, '/summary/domain/portal', { url });
      await methods.open('/provisioning?ak=any');
      const { protocol, host, searchParams } = new URL((await link.getAttribute('href')) ?? '');
      const address = searchParams.get('portal');
      expect([protocol, host], url).toEqual(['cubelogin:', 'provision']);
      const isWebAddress = await page.evaluate(
        (target) => /^https?:$/.test(new URL(target).protocol),
        address ?? '',
      );
      expect([portal, url], url).toContain(address);
      expect(isWebAddress, url).toBe(true);
      addresses.add(address);
      await methods.open('/error');
      await expect(link).toHaveCount(0);
    }
    expect(addresses.size).toBeGreaterThan(50);
  });
});

test('the page does not navigate to a hostile return address of a request', async ({
  page,
  person,
  methods,
  portal,
}) => {
  const refused = refusedAddresses(portal);
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

test('a return address that is too long for the browser shows the error page', async ({
  page,
  person,
  methods,
}) => {
  await mockSummary(page, `/error?${'a'.repeat(2_200_000)}`);
  await methods.open('/redirect');
  await person.button('redirect.continue').click();
  await expect(page).toHaveURL('/error?reason=invalidAccess');
  await expect(person.heading('notice.invalidAccess')).toBeVisible();
});

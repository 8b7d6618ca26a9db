import { expect, type Page } from '@playwright/test';
import { type BreakCall, test } from '#tests/support/e2e/journey.ts';
import { demoServiceIn, type Person } from '#tests/support/e2e/person.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';
import type { TextOf } from '#tests/support/e2e/texts.ts';
import { tabTitle } from '#tests/support/e2e/texts.ts';

const RESULT_PATH = '/service-approval-ui/service-use-approval';
const USED_LINK_PATH = '/service-approval-ui/error';

const appLinkOn = (page: Page, text: TextOf) =>
  page.getByRole('link', { name: text('provisioning.open'), exact: true });

test('an app link registers an app only once', async ({
  page,
  person,
  methods,
  devices,
  text,
  language,
  portal,
}) => {
  const address = await devices.issueAppLink('lim');
  await page.goto(address);
  await expect(page).toHaveURL('/app/');
  await expect(page.getByText(text('phone.confirmingLead', { userId: 'lim' }))).toBeVisible();
  await page.goBack();
  await expect(person.heading('title.provisioning')).toBeVisible();
  await expect(page).toHaveTitle(tabTitle(text, 'title.provisioning'));
  await expect(page.getByText(text('provisioning.installWeb'))).toBeVisible();
  const link = await appLinkOn(page, text).getAttribute('href');
  const { origin, pathname, search, hash } = new URL(link ?? '');
  expect([origin, pathname, search, [...new URLSearchParams(hash.slice(1)).keys()]]).toEqual([
    portal,
    '/app/',
    '',
    ['data', 'modulus', 'exponent'],
  ]);

  expect(await devices.connectApp('lim', link)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(refusalText('urlUsed', language));
  await expect(appLinkOn(page, text)).toHaveCount(0);
  expect(await devices.connectApp('lim', link)).toHaveLength(1);

  await methods.reach('lim', 'mobileOtp');
  await methods.enterCode(await devices.appCode('lim'));
  await person.expectSignedIn('lim');
});

test.describe('with a native app', () => {
  test.use({ configFile: { phoneApp: 'native' } });

  test('the page of an app link opens the native app with its URL scheme only once', async ({
    page,
    person,
    devices,
    text,
    portal,
  }) => {
    const openedLinks: string[] = [];
    page.on('requestfailed', (request) => {
      if (request.url().startsWith('cubelogin:')) openedLinks.push(request.url());
    });
    await page.goto(await devices.issueAppLink('lim'));
    await expect(person.heading('title.provisioning')).toBeVisible();
    await expect(page.getByText(text('provisioning.install'))).toBeVisible();
    const link = await appLinkOn(page, text).getAttribute('href');
    const { protocol, host, searchParams } = new URL(link ?? '');
    expect([protocol, host, [...searchParams.keys()], searchParams.get('portal')]).toEqual([
      'cubelogin:',
      'provision',
      ['data', 'modulus', 'exponent', 'portal'],
      portal,
    ]);
    await expect.poll(() => openedLinks).toEqual([link]);
    await page.reload();
    await expect(appLinkOn(page, text)).toHaveAttribute('href', link ?? '');
    expect(openedLinks).toEqual([link]);
  });
});

for (const [kind, outcome, heading] of [
  ['approve', 'the service is approved', 'notice.approved'],
  ['reject', 'the service is rejected', 'notice.rejected'],
] as const) {
  test(`an application can be decided only once with the links of its approval: ${outcome}`, async ({
    page,
    person,
    devices,
    lab,
    text,
  }) => {
    const links = await devices.issueApproval('kim');
    await page.goto(links[kind]);
    await expect(page).toHaveTitle(text(`title.result.${kind === 'approve' ? 'approved' : 'rejected'}`));
    await expect(person.heading(heading)).toBeVisible();
    expect(new URL(page.url()).pathname).toContain(
      `${RESULT_PATH}/${kind === 'approve' ? 'approval' : kind}/`,
    );
    const [application] = (await (await fetch(`${lab}/administrator/approvals`)).json()).approvals;
    expect(application).toMatchObject({
      userId: 'kim',
      decision: kind === 'approve' ? 'approved' : 'rejected',
    });

    for (const link of [links.approve, links.reject]) {
      await page.goto(link);
      await expect(page).toHaveURL(USED_LINK_PATH);
      await expect(page).toHaveTitle(text('title.result.used'));
    }
    await expect(person.heading('notice.used')).toBeVisible();
  });
}

/** Signs in halfway, so that the page has an access token, and lets the server refuse the next call as signed out. */
async function expireSession(person: Person, breakCall: BreakCall) {
  await person.identify('seo');
  await person.enterPassword();
  await expect(person.page).toHaveURL('/change');
  expect((await storedValues(person.page)).session?.person.accessToken).not.toBe('');
  await person.page.goto('/first');
  await expect(person.heading('title.identity')).toBeVisible();
  await breakCall({ method: 'POST', path: '/auth/policy/check', status: 401, errCode: '401' });
  await person.enterId('seo');
}

test('a dialog says that the session has ended, and the person can sign in again at the same service', async ({
  page,
  person,
  breakCall,
  text,
  language,
}) => {
  await expireSession(person, breakCall);
  const dialog = page.getByRole('dialog', { name: text('session.expired') });
  await expect(dialog).toContainText(/(19|20)/);
  await expect(person.button('session.leave')).toBeFocused();
  await person.button('session.stay').click();
  await expect(dialog).toContainText(text('session.stayed'));
  await person.button('session.leave').click();
  await expect(page).toHaveURL('/login');
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page.getByText(demoServiceIn(language).serviceName)).toBeVisible();
  expect((await storedValues(page)).session?.person).toMatchObject({ userId: '', accessToken: '' });
  await person.enterId('kim');
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

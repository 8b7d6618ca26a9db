import { expect } from '@playwright/test';
import { PRESETS } from '#lab/faults/presets.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { delayCalls } from '#tests/support/e2e/calls.ts';
import { test } from '#tests/support/e2e/journey.ts';
import type { TextKey } from '#tests/support/e2e/texts.ts';

type PresetName = 'serverError' | 'html' | 'empty' | 'wrongShape' | 'wrongChallenge' | 'redirectPage';

const faultOf = (name: PresetName) => {
  const preset = PRESETS[name];
  if (!preset) throw new Error(`The lab has no preset ${name}`);
  return preset.fault;
};

/** Answers after which the page shows a message. */
const UNUSABLE_ANSWERS: readonly PresetName[] = ['serverError', 'html', 'empty'];
/** Answers after which the error page is shown, with the title and the button of the error page. A failed challenge check counts as an ended session. */
const ERROR_PAGE_ANSWERS: readonly (readonly [PresetName, TextKey, TextKey])[] = [
  ['wrongChallenge', 'title.session', 'action.signInAgain'],
  ['redirectPage', 'notice.notFound', 'action.home'],
];

test('typed input remains in its field while the network is lost', async ({
  page,
  person,
  context,
  text,
  calls,
}) => {
  // The page fetches the chunk of the chooser last. A browser does not fetch a failed module again, so all have to be fetched first.
  const lastChunkRequested = page.waitForRequest(/\/assets\/chooser-/);
  await person.openIdEntry();
  await person.idField.fill('kim');
  await lastChunkRequested;
  await context.setOffline(true);
  await expect(
    page.getByRole('status').filter({ hasText: `${text('offline.lost')} ${text('failure.kept')}` }),
  ).toBeVisible();
  await person.button('action.next').click();
  await expect(page.getByRole('alert').filter({ hasText: text('info.failure.unreachable') })).toBeVisible();
  await person.expectSelected(person.idField);
  await expect(person.idField).toHaveValue('kim');

  await context.setOffline(false);
  await expect(page.getByRole('status').filter({ hasText: text('offline.restored') })).toBeVisible();
  await person.button('action.next').click();
  await expect(person.heading('title.password')).toBeVisible();

  await person.typePassword(SEED_PASSWORD);
  await context.setOffline(true);
  await expect(page.getByText(text('offline.lost'))).toBeVisible();
  await person.button('action.login').click();
  await expect(person.dialog).toContainText(text('info.failure.unreachable'));
  await person.button('action.ok').click();
  await expect(person.passwordField).toHaveValue(SEED_PASSWORD);

  await context.setOffline(false);
  await expect(page.getByText(text('offline.lost'))).toHaveCount(0);
  await person.button('action.login').click();
  await person.expectSignedIn('kim');
  expect(await calls.matching('POST /authenticate')).toHaveLength(2);
});

test('the return to the service can be retried after its chunk has failed to load', async ({
  page,
  person,
  context,
  text,
}) => {
  await page.route(/\/assets\/return-to-service/, (route) => route.abort('internetdisconnected'));
  await person.identify('kim');
  const loginCalls = await delayCalls(page, '/authenticate');
  await person.typePassword(SEED_PASSWORD);
  await person.button('action.login').click();
  loginCalls.release();
  await expect(person.heading('loading.failed')).toBeVisible();
  await context.setOffline(true);
  await person.button('action.retry').click();
  await expect(person.heading('loading.failed')).toBeVisible();
  await expect(page.getByText(text('offline.lost'))).toBeVisible();
  await context.setOffline(false);
  await page.unrouteAll();
  await person.button('action.retry').click();
  await person.expectSignedIn('kim');
});

test.describe('an unusable answer', () => {
  test('to the policy check or the login call shows a message, and the next attempt succeeds', async ({
    page,
    context,
    person,
    breakCall,
    text,
  }) => {
    for (const preset of UNUSABLE_ANSWERS) {
      await test.step(preset, async () => {
        const message = preset === 'serverError' ? 'Injected by the lab' : text('info.failure.trouble');
        await person.openIdEntry();
        await breakCall({ method: 'POST', path: '/auth/policy/check', ...faultOf(preset) });
        await person.enterId('kim');
        await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
        await person.expectSelected(person.idField);

        await person.button('action.next').click();
        await expect(person.heading('title.password')).toBeVisible();
        await breakCall({ method: 'POST', path: '/authenticate', ...faultOf(preset) });
        await person.enterPassword();
        await expect(person.dialog).toContainText(message);
        await person.button('action.ok').click();
        await expect(person.passwordField).toBeFocused();
        await expect(person.passwordField).toHaveValue(SEED_PASSWORD);

        await person.button('action.login').click();
        await person.expectSignedIn('kim');
        await context.clearCookies();
      });
    }
  });

  for (const [preset, title, button] of ERROR_PAGE_ANSWERS) {
    test(`to the login call shows the error page, from which the request can be continued: ${preset}`, async ({
      page,
      person,
      breakCall,
    }) => {
      await person.identify('kim');
      await breakCall({ method: 'POST', path: '/authenticate', ...faultOf(preset) });
      await person.enterPassword();
      await expect(person.heading(title)).toBeVisible();
      await expect(page).toHaveURL(title === 'title.session' ? '/error?reason=sessionExpired' : '/error');
      await expect(person.dialog).toHaveCount(0);

      await person.button(button).click();
      await person.enterId('kim');
      await person.enterPassword();
      await person.expectSignedIn('kim');
    });
  }
});

test('a login that is refused twice as unauthorized shows the error page', async ({
  page,
  person,
  breakCall,
}) => {
  await person.identify('kim');
  await breakCall({ method: 'POST', path: '/authenticate', status: 401, errCode: 'notAuthorized', times: 2 });
  await person.enterPassword();
  await expect(person.heading('title.password')).toBeVisible();
  await expect(person.passwordField).toHaveValue('');
  await person.enterPassword();
  await expect(page).toHaveURL('/error?reason=unauthorized');
  await person.button('action.home').click();
  await person.enterId('kim');
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

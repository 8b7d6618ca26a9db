import { expect } from '@playwright/test';
import { delayCalls } from '#tests/support/e2e/calls.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';
import { isSummaryCall, SUMMARY_PATH } from '#tests/support/e2e/summary.ts';
import { suspendTimers } from '#tests/support/e2e/timers.ts';

test('a sign-in in one tab does not disturb a sign-in in another tab', async ({
  person,
  personOf,
  context,
}) => {
  const personInOtherTab = personOf(await context.newPage());
  await person.identify('kim');
  await personInOtherTab.identify('kim');
  await personInOtherTab.enterPassword();
  await personInOtherTab.expectSignedIn('kim');
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

test('two people can sign in in two tabs of one browser', async ({ person, personOf, context, calls }) => {
  const personInOtherTab = personOf(await context.newPage());
  await person.identify('kim');
  await personInOtherTab.identify('yun');
  expect((await storedValues(person.page)).session?.person.userId).toBe('kim');
  expect((await storedValues(personInOtherTab.page)).session?.person.userId).toBe('yun');

  await person.page.reload();
  await expect(person.heading('title.password')).toBeVisible();
  await expect(person.page.getByText('kim', { exact: true })).toBeVisible();
  await expect(person.page.getByText('yun', { exact: true })).toHaveCount(0);

  await person.enterPassword();
  await person.expectSignedIn('kim');
  await personInOtherTab.enterPassword();
  await personInOtherTab.expectSignedIn('yun');
  const logins = await calls.matching('POST /authenticate');
  expect(logins.map(({ body }) => body?.['userId'])).toEqual(['kim', 'yun']);
});

test('after a sign-out in one tab a person has to sign in again in the other tab', async ({
  person,
  personOf,
  context,
  lab,
}) => {
  const personInOtherTab = personOf(await context.newPage());
  await person.signIn('kim');
  await suspendTimers(personInOtherTab.page);
  await personInOtherTab.page.goto(`${lab}/service/login`);
  await personInOtherTab.button('redirect.stay').click();
  await person.page.goto('/logout');
  await expect(person.heading('title.identity')).toBeVisible();
  await personInOtherTab.button('redirect.continue').click();
  await expect(personInOtherTab.heading('title.identity')).toBeVisible();
});

test('a sign-in in a newer tab can be joined in an older tab', async ({
  person,
  personOf,
  context,
  text,
}) => {
  const personInOtherTab = personOf(await context.newPage());
  await person.openIdEntry();
  await personInOtherTab.signIn('kim');
  await expect(person.page.getByText(text('tabs.signedIn', { userId: 'kim' }))).toBeVisible();
  await expect(person.idField).toBeVisible();
  await person.button('tabs.join').click();
  await person.expectSignedIn('kim');
});

test('a sign-in in an older tab can be joined in a newer tab', async ({
  person,
  personOf,
  context,
  text,
}) => {
  const personInOtherTab = personOf(await context.newPage());
  await person.openIdEntry();
  await personInOtherTab.openIdEntry();
  await person.enterId('kim');
  await person.enterPassword();
  await person.expectSignedIn('kim');
  await expect(personInOtherTab.page.getByText(text('tabs.signedIn', { userId: 'kim' }))).toBeVisible();
  await personInOtherTab.button('tabs.join').click();
  await personInOtherTab.expectSignedIn('kim');
});

test('a tab continues its own request after a sign-in in another tab', async ({
  person,
  personOf,
  context,
  text,
}) => {
  const personInOtherTab = personOf(await context.newPage());
  const summaryCalls = await delayCalls(person.page, SUMMARY_PATH);
  await person.openIdEntry();
  await personInOtherTab.identify('kim');
  const summaryAnswered = person.page.waitForResponse((response) => isSummaryCall(new URL(response.url())));
  summaryCalls.release();
  await summaryAnswered;
  await personInOtherTab.enterPassword();
  await personInOtherTab.expectSignedIn('kim');
  await expect(person.page.getByText(text('tabs.signedIn', { userId: 'kim' }))).toBeVisible();
  await person.button('tabs.join').click();
  await person.expectSignedIn('kim');
});

test('each tab returns to the service with its own request', async ({ person, personOf, context, lab }) => {
  await person.signIn('kim');
  const personInOtherTab = personOf(await context.newPage());
  const summaryCalls = await delayCalls(person.page, SUMMARY_PATH);
  await person.page.goto(`${lab}/service/login`);
  await suspendTimers(personInOtherTab.page);
  await personInOtherTab.page.goto(`${lab}/service/login`);
  await personInOtherTab.button('redirect.stay').click();
  summaryCalls.release();
  await person.expectSignedIn('kim');
  await personInOtherTab.button('redirect.continue').click();
  await personInOtherTab.expectSignedIn('kim');
});

import { expect } from '@playwright/test';
import { type PhoneApp, test } from '#tests/support/e2e/phone-app.ts';
import { groupsOn, type PushStage, requestPush } from '#tests/support/e2e/push.ts';

/** A server of their own: nobody else finds factors changed. */
test.use({ configFile: {} });

/** Presses the group of the screen at the desk. */
async function choose({ page }: PhoneApp, stage: PushStage): Promise<void> {
  const groups = page.getByRole('group', { name: stage.text('phone.asked.choose') }).getByRole('button');
  await expect(groups).toHaveCount(4);
  await groups.filter({ hasText: new RegExp((await groupsOn(stage)).join('|')) }).click();
}

/** What a browser does that clears the storage of the app. */
const wipe = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('munjigi-phone');
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(deleting.error);
  });

test('a phone whose storage was cleared says so and is registered again; an answer without a network is given once more', async ({
  person,
  methods,
  devices,
  text,
  phone,
}) => {
  const stage = { person, methods, text };
  await phone.page.goto(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.codeOf('lim');
  await phone.page.evaluate(wipe);
  await phone.page.reload();
  await expect(phone.page.getByText(text('phone.wiped'))).toBeVisible();
  await phone.page.goto(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.codeOf('lim');

  await requestPush(stage);
  await expect(phone.heading('phone.asked.login')).toBeVisible();
  await phone.context.setOffline(true);
  await choose(phone, stage);
  await expect(phone.page.getByRole('dialog')).toContainText(text('phone.failure.unreachable'));
  await phone.context.setOffline(false);
  await phone.press('phone.ok');
  await choose(phone, stage);
  await expect(phone.page.getByText(text('phone.notice.approved'))).toBeVisible();
  await person.isSignedInAs('lim');
});

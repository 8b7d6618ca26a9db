import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { expectGoodLayout } from '#tests/support/e2e/layout.ts';
import { type PhoneApp, test } from '#tests/support/e2e/phone-app.ts';
import { pushIdGroups, pushModalOf, requestPush } from '#tests/support/e2e/push.ts';

/** A separate server, since the tests change factors. */
test.use({ configFile: {} });

/** Delivers a message to the app's service worker, as a push service does. Chromium can deliver a message without a push service. */
async function deliver({ context, page }: PhoneApp, origin: string, data: string): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data,
  });
  await devtools.detach();
}

/** The calls with which the service worker shows notifications and focuses the app. The test replaces both, since the test browser may not show notifications. */
type WorkerCalls = { readonly notifications: (readonly [title: string, body: string])[]; focusCount: number };

/** Records the notifications of the service worker, and counts how often the service worker focuses the app. */
async function watchWorker({ context, page }: PhoneApp) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('The app has no worker');
  await worker.evaluate(() => {
    const workerCalls: WorkerCalls = { notifications: [], focusCount: 0 };
    Object.assign(globalThis, { workerCalls });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
      workerCalls.notifications.push([title, options?.body ?? '']);
    };
    Reflect.get(globalThis, 'WindowClient').prototype.focus = async () => {
      workerCalls.focusCount += 1;
    };
  });
  return {
    calls: (): Promise<WorkerCalls> => worker.evaluate(() => Reflect.get(globalThis, 'workerCalls')),
    pressNotification: () =>
      worker.evaluate(() => {
        const notification = { close: () => undefined };
        const eventFields = { notification, waitUntil: () => undefined };
        dispatchEvent(Object.assign(new Event('notificationclick'), eventFields));
      }),
  };
}

test('a push appears in the open app, and a press on its notification focuses the app', async ({
  person,
  methods,
  devices,
  text,
  phone,
  portal,
}) => {
  const fixtures = { person, methods, text };
  await phone.page.goto('/app/');
  await phone.press('phone.way.link');
  await phone.page.getByLabel(text('phone.link.label')).fill(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.waitForCode('lim');
  await expect(
    phone.page
      .getByRole('button', { name: text('phone.notifications.enable') })
      .or(phone.page.getByText(text('phone.notifications.blocked'))),
  ).toBeVisible();
  await expectAccessible(phone.page);
  await expectGoodLayout(phone.page);
  const worker = await watchWorker(phone);

  const pushesResponse = phone.page.waitForResponse(
    async (response) =>
      response.url().endsWith('/device/pushes') && (await response.json()).pushes.length > 0,
  );
  await requestPush(fixtures);
  await expect(pushModalOf(fixtures)).toContainText(text('push.openYourself'));
  await expect(pushModalOf(fixtures)).toContainText(text('push.appGone'));
  await expect(phone.heading('phone.request.login')).toBeVisible();
  const { pushes } = await (await pushesResponse).json();
  await deliver(phone, portal, JSON.stringify({ id: pushes[0].id }));
  await expect
    .poll(async () => (await worker.calls()).notifications)
    .toEqual([[pushes[0].service, text('phone.notify.login')]]);
  await worker.pressNotification();
  await expect.poll(async () => (await worker.calls()).focusCount).toBe(1);

  const groupButtons = phone.page
    .getByRole('group', { name: text('phone.request.choose') })
    .getByRole('button');
  await groupButtons.filter({ hasText: new RegExp((await pushIdGroups(fixtures)).join('|')) }).click();
  await expect(phone.page.getByText(text('phone.notice.approved'))).toBeVisible();
  await person.expectSignedIn('lim');
});

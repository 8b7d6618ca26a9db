import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { goBack } from './back.ts';
import { json } from './faults.ts';
import { createServer, loadPage } from './page.ts';

it.each([
  ['passkeys alone', { idOtp: '0', passkey: '1' }],
  ['both', { idOtp: '1', passkey: '1' }],
])('registering a passkey asks for the ID when the service offers %s', async (_, offered) => {
  const server = createServer();
  server.answers.config = () =>
    json({ status: 200, serviceName: '사내 메일', displayContent: '', ...offered });
  const page = loadPage('/redirect?uid=1', server);
  await page.arrive('title.identity');
  await page.press('identity.registerPasskey');
  expect(screen.getByText(page.say('remark.registerPasskey'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: page.say('passkey.button') })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByLabelText(page.say('identity.label'))).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(page.say('identity.registerPasskey'));
  await page.press('action.cancel');
  await page.arrive('title.identity');
  expect(screen.queryByText(page.say('remark.registerPasskey'))).toBeNull();
  expect(screen.getByRole('button', { name: page.say('identity.registerPasskey') })).toBeTruthy();
});

const OFFERED = { status: 200, serviceName: '사내 메일', displayContent: '', idOtp: '1', passkey: '1' };

it('registering a passkey has a history entry: Back and Cancel return to the ID entry', async () => {
  const server = createServer();
  server.answers.config = () => json(OFFERED);
  const page = loadPage('/redirect?uid=1', server);
  await page.arrive('title.identity');
  const before = window.history.length;
  await page.press('identity.registerPasskey');
  await page.arrive('identity.registerPasskey');
  await waitFor(() => expect(page.address()).toBe('/first/management?type=12'));
  expect(window.history.length - before).toBe(1);
  await goBack();
  await page.arrive('title.identity');
  expect(page.address()).toBe('/first');
  await page.press('identity.registerPasskey');
  await page.arrive('identity.registerPasskey');
  await page.press('action.cancel');
  await page.arrive('title.identity');
  await waitFor(() => expect(page.address()).toBe('/first'));
  expect(window.history.length - before).toBe(1);
});

it('the registration of a passkey by its address asks for the ID, also after a reload', async () => {
  const server = createServer();
  server.answers.config = () => json(OFFERED);
  const page = loadPage('/first/management?type=12', server);
  await page.arrive('identity.registerPasskey');
  expect(screen.getByText(page.say('remark.registerPasskey'))).toBeTruthy();
  expect(page.address()).toBe('/first/management?type=12');
});

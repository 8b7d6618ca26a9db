import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { goBack } from './back.ts';
import { json } from './faults.ts';
import { createServer, loadPage } from './page.ts';

it.each([
  ['only passkeys', { idOtp: '0', passkey: '1' }],
  ['passkeys and IDs', { idOtp: '1', passkey: '1' }],
])('registering a passkey asks for the ID when the service offers %s', async (_, offer) => {
  const server = createServer();
  server.answers.config = () => json({ status: 200, serviceName: '사내 메일', displayContent: '', ...offer });
  const page = loadPage('/redirect?uid=1', server);
  await page.waitForScreen('title.identity');
  await page.press('identity.registerPasskey');
  expect(screen.getByText(page.text('remark.registerPasskey'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: page.text('passkey.button') })).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  expect(screen.getByLabelText(page.text('identity.label'))).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(page.text('identity.registerPasskey'));
  await page.press('action.cancel');
  await page.waitForScreen('title.identity');
  expect(screen.queryByText(page.text('remark.registerPasskey'))).toBeNull();
  expect(screen.getByRole('button', { name: page.text('identity.registerPasskey') })).toBeTruthy();
});

const SERVICE_WITH_BOTH = {
  status: 200,
  serviceName: '사내 메일',
  displayContent: '',
  idOtp: '1',
  passkey: '1',
};

it('registering a passkey adds a history entry, and Back and Cancel return to the ID entry', async () => {
  const server = createServer();
  server.answers.config = () => json(SERVICE_WITH_BOTH);
  const page = loadPage('/redirect?uid=1', server);
  await page.waitForScreen('title.identity');
  const before = window.history.length;
  await page.press('identity.registerPasskey');
  await page.waitForScreen('identity.registerPasskey');
  await waitFor(() => expect(page.address()).toBe('/first/management?type=12'));
  expect(window.history.length - before).toBe(1);
  await goBack();
  await page.waitForScreen('title.identity');
  expect(page.address()).toBe('/first');
  await page.press('identity.registerPasskey');
  await page.waitForScreen('identity.registerPasskey');
  await page.press('action.cancel');
  await page.waitForScreen('title.identity');
  await waitFor(() => expect(page.address()).toBe('/first'));
  expect(window.history.length - before).toBe(1);
});

it('the address of the registration of a passkey asks for the ID', async () => {
  const server = createServer();
  server.answers.config = () => json(SERVICE_WITH_BOTH);
  const page = loadPage('/first/management?type=12', server);
  await page.waitForScreen('identity.registerPasskey');
  expect(screen.getByText(page.text('remark.registerPasskey'))).toBeTruthy();
  expect(page.address()).toBe('/first/management?type=12');
});

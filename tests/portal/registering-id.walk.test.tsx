import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { json } from './faults.ts';
import { createServer, loadPage } from './page.ts';

it.each([
  ['passkeys alone', { idOtp: '0', passkey: '1' }],
  ['both', { idOtp: '1', passkey: '1' }],
])('who registers a passkey types the ID where the service offers %s', async (_, offered) => {
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

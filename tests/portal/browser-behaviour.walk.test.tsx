import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FAULTS, json } from './faults.ts';
import { createServer, givePasskey, loadPage } from './page.ts';

const openChooser = async () => {
  const server = createServer('choice');
  const page = loadPage('/redirect', server);
  await page.waitForScreen('title.identity');
  await page.enterId();
  await page.waitForScreen('title.chooser');
  const policyChecks = () => server.requests.filter(({ url }) => url.endsWith('/auth/policy/check')).length;
  return { page, policyChecks };
};

test('the second click of a double click does not press the button of the next screen', async () => {
  const { page, policyChecks } = await openChooser();
  fireEvent.click(await screen.findByRole('button', { name: page.text('action.previous') }), { detail: 1 });
  const next = await screen.findByRole('button', { name: page.text('action.next') });
  const checksBefore = policyChecks();
  expect(fireEvent.click(next, { detail: 2 })).toBe(false);
  expect(fireEvent.click(next, { detail: 3 })).toBe(false);
  await page.waitForScreen('title.identity');
  expect(policyChecks()).toBe(checksBefore);

  fireEvent.click(next, { detail: 1 });
  await page.waitForScreen('title.chooser');
});

test('the second of two quick Enters does not submit the empty field of the next screen', async () => {
  const page = loadPage('/redirect?uid=1', createServer());
  await page.enterId();
  const field = await page.passwordField();
  const before = screen.getByRole('heading', { level: 1 });
  fireEvent.keyDown(before, { key: 'Enter' });
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  fireEvent.keyDown(field, { key: 'Shift' });
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
});

test('an ID that a password manager filled in without an event is used', async () => {
  const server = createServer();
  const page = loadPage('/redirect?uid=1', server);
  await page.waitForScreen('title.identity');
  const field = screen.getByRole<HTMLInputElement>('textbox');
  // A browser fills a field by the setter of the prototype, which React does not notice.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'kim');
  await page.press('action.next');
  await page.waitForScreen('title.password');
});

test('the choice to sign in by a passkey stays after a reload', async () => {
  givePasskey();
  const server = createServer();
  server.answers.config = () =>
    json({ status: 200, serviceName: '사내 메일', displayContent: '', idOtp: '1', passkey: '1' });
  const page = loadPage('/redirect?uid=1', server);
  await page.waitForScreen('title.identity');
  await page.user.click(await screen.findByRole('radio', { name: page.text('identity.modePasskey') }));
  const reloaded = loadPage(null, server);
  await reloaded.waitForScreen('title.identity');
  expect(await screen.findByRole('button', { name: reloaded.text('passkey.button') })).toBeTruthy();
});

test('a click counts when the earlier clicks of its series were outside of the control', async () => {
  const { page } = await openChooser();
  const previous = await screen.findByRole('button', { name: page.text('action.previous') });
  fireEvent.click(document.body, { detail: 1 });
  fireEvent.click(previous, { detail: 4 });
  await page.waitForScreen('title.identity');
});

test('blocked cookies show a message', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const page = loadPage('/redirect', createServer());
  await page.waitForScreen('title.identity');
  await waitFor(() => expect(screen.getByText(page.text('cookies.blocked'))).toBeTruthy());
});

test('the check for cookies leaves no cookie', async () => {
  const page = loadPage('/redirect', createServer());
  await page.waitForScreen('title.identity');
  expect(screen.queryByText(page.text('cookies.blocked'))).toBeNull();
  expect(document.cookie).not.toContain('munjigi_probe');
});

test('the message of a wrong challenge token is also shown after a reload', async () => {
  const server = createServer();
  server.answers.login = FAULTS['a wrong challenge'];
  const page = loadPage('/redirect?uid=1', server);
  await page.enterId();
  await page.enterPassword();
  await page.waitForScreen('title.session');
  expect(page.address()).toBe('/error?reason=sessionExpired');
  const reloaded = loadPage(null, server);
  await reloaded.waitForScreen('title.session');
});

test('the logo leaves the page of a wrong challenge token with a new document', async () => {
  const server = createServer();
  server.answers.login = FAULTS['a wrong challenge'];
  const page = loadPage('/redirect?uid=1', server);
  await page.enterId();
  await page.enterPassword();
  await page.waitForScreen('title.session');
  await page.user.click(screen.getByRole('link', { name: page.text('brand.name') }));
  await page.waitForScreen('return.leaving', { service: '사내 메일' });
});

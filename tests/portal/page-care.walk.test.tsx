import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FAULTS } from './faults.ts';
import { createServer, loadPage } from './page.ts';

const choiceOfMethods = async () => {
  const server = createServer('choice');
  const page = loadPage('/redirect', server);
  await page.arrive('title.identity');
  await page.enterId();
  await page.arrive('title.chooser');
  const policyChecks = () => server.requests.filter(({ url }) => url.endsWith('/auth/policy/check')).length;
  return { page, policyChecks };
};

test('the second click of a double click does not press what has come under the pointer', async () => {
  const { page, policyChecks } = await choiceOfMethods();
  fireEvent.click(await screen.findByRole('button', { name: page.say('action.previous') }), { detail: 1 });
  const next = await screen.findByRole('button', { name: page.say('action.next') });
  const checked = policyChecks();
  expect(fireEvent.click(next, { detail: 2 })).toBe(false);
  expect(fireEvent.click(next, { detail: 3 })).toBe(false);
  await page.arrive('title.identity');
  expect(policyChecks()).toBe(checked);

  fireEvent.click(next, { detail: 1 });
  await page.arrive('title.chooser');
});

test('a click that follows others on a control which took none counts', async () => {
  const { page } = await choiceOfMethods();
  const previous = await screen.findByRole('button', { name: page.say('action.previous') });
  fireEvent.click(document.body, { detail: 1 });
  expect(fireEvent.click(previous, { detail: 4 })).toBe(true);
  await page.arrive('title.identity');
});

test('cookies that are blocked are told, as nobody can sign in without them', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  const page = loadPage('/redirect', createServer());
  await page.arrive('title.identity');
  await waitFor(() => expect(screen.getByText(page.say('cookies.blocked'))).toBeTruthy());
});

test('whether cookies are kept is tried out without leaving one', async () => {
  const page = loadPage('/redirect', createServer());
  await page.arrive('title.identity');
  expect(screen.queryByText(page.say('cookies.blocked'))).toBeNull();
  expect(document.cookie).not.toContain('munjigi_probe');
});

test('a broken seal is left by the logo, with another document', async () => {
  const server = createServer();
  server.answers.login = FAULTS['a wrong challenge'];
  const page = loadPage('/redirect?uid=1', server);
  await page.enterId();
  await page.enterPassword();
  await page.arrive('title.session');
  await page.user.click(screen.getByRole('link', { name: page.say('brand.name') }));
  await page.arrive('departure.leaving', { service: '사내 메일' });
});

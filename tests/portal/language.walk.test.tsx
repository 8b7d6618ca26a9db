import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type * as Texts from '#src/app/messages.ts';
import { textIn } from '#tests/support/views.tsx';
import { json } from './faults.ts';
import { openBrowser } from './open-pages.ts';
import { createServer, loadPage } from './page.ts';

const network = vi.hoisted(() => ({ unreachable: new Set<string>() }));

vi.mock('#src/app/messages.ts', async (original) => {
  const actual = await original<typeof Texts>();
  const failWhenUnreachable =
    (part: string, load: typeof actual.loadFirstTexts): typeof actual.loadFirstTexts =>
    (language) =>
      network.unreachable.has(`${part} ${language}`)
        ? Promise.reject(new TypeError('Failed to fetch'))
        : load(language);
  return {
    ...actual,
    loadFirstTexts: failWhenUnreachable('first', actual.loadFirstTexts),
    loadOtherTexts: failWhenUnreachable('others', actual.loadOtherTexts),
  };
});

openBrowser();

beforeEach(() => network.unreachable.clear());

it('a chosen language is shown immediately, stored in a cookie and sent to the server', async () => {
  const server = createServer();
  const page = loadPage('/login', server);
  const setCookie = vi.spyOn(document, 'cookie', 'set');
  await page.user.type(await screen.findByRole('textbox'), 'kim');
  await page.user.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  expect([document.documentElement.lang, document.title]).toEqual(['en', 'Sign in · Munjigi']);
  expect(document.cookie).toContain('language=en');
  const cookies = setCookie.mock.calls
    .map(([cookie]) => cookie)
    .filter((cookie) => /^language=/.test(cookie));
  expect(cookies.map((cookie) => /; Secure/.test(cookie))).toEqual([location.protocol === 'https:']);
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('kim');
  await page.user.type(screen.getByRole('textbox'), '{Enter}');
  await waitFor(() => expect(server.requests.at(-1)?.headers.get('X-Language')).toBe('en'));
});

it('the service is named in a language that is chosen on a later screen', async () => {
  const server = createServer();
  const page = loadPage('/redirect?uid=1', server);
  await page.enterId();
  await page.waitForScreen('title.password');
  server.answers.config = () => json({ status: 200, serviceName: 'Company Mail', displayContent: '' });
  await page.user.click(screen.getByRole('button', { name: 'English' }));
  const text = textIn('en');
  const field = await screen.findByLabelText(text('password.label'));
  await page.user.type(field, 'secret{Enter}');
  const name = text('return.leaving', { service: 'Company Mail' });
  expect(await screen.findByRole('heading', { level: 1, name })).toBeTruthy();
});

it('a language that failed to load is loaded again when it is chosen again', async () => {
  network.unreachable.add('first en');
  const page = loadPage('/login', createServer());
  await page.waitForScreen('title.identity');
  await page.user.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByText(page.text('language.failed'))).toBeTruthy();
  await page.waitForScreen('title.identity');
  network.unreachable.clear();
  await page.user.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
  expect(screen.queryByText(page.text('language.failed'))).toBeNull();
});

it('the message of a language that failed to load disappears when the current one is chosen', async () => {
  network.unreachable.add('first en');
  const page = loadPage('/login', createServer());
  await page.waitForScreen('title.identity');
  await page.user.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByText(page.text('language.failed'))).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: '한국어' }));
  await waitFor(() => expect(screen.queryByText(page.text('language.failed'))).toBeNull());
});

it('the page stays Korean until all English texts are loaded', async () => {
  network.unreachable.add('others en');
  const page = loadPage('/login', createServer());
  await page.waitForScreen('title.identity');
  await page.user.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByText(page.text('language.failed'))).toBeTruthy();
  expect([document.documentElement.lang, document.cookie]).toEqual(['ko', '']);
  expect(screen.getByRole('button', { name: '한국어' }).getAttribute('aria-pressed')).toBe('true');
});

it('a later screen opens in the current language when another one failed to load', async () => {
  network.unreachable.add('first en');
  const page = loadPage('/login', createServer('choice'));
  await page.waitForScreen('title.identity');
  await page.user.click(screen.getByRole('button', { name: 'English' }));
  await screen.findByText(page.text('language.failed'));
  await page.enterId();
  await page.waitForScreen('title.chooser');
});

it('the texts of later screens are loaded again with the first screen that needs them', async () => {
  network.unreachable.add('others ko');
  const page = loadPage('/login', createServer('choice'));
  await screen.findByText(page.text('language.failed'));
  await page.enterId();
  expect(await screen.findByText(page.text('loading.failed'))).toBeTruthy();
  network.unreachable.clear();
  await page.press('action.retry');
  await page.waitForScreen('title.chooser');
});

it('the page is in the language that the service requests, until the person chooses one', async () => {
  const page = loadPage('/redirect?uid=1', createServer(), { askedLanguage: 'en' });
  expect(await screen.findByRole('heading', { name: textIn('en')('title.identity') })).toBeTruthy();
  await page.user.click(screen.getByRole('button', { name: '한국어' }));
  expect(await screen.findByRole('heading', { name: textIn('ko')('title.identity') })).toBeTruthy();
  expect(document.cookie).toContain('language=ko');
});

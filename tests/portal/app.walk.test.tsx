import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { callOf } from '#tests/support/network.ts';
import { REDIRECT_PAGE_ERROR, REDIRECT_PAGE_HEADER } from '#wire/names.ts';
import { FAULTS, json } from './faults.ts';
import { closePages } from './open-pages.ts';
import { createServer, type LoadedPage, loadPage } from './page.ts';

const goBack = async (page: LoadedPage, address: string) => {
  window.history.back();
  await waitFor(() => expect(page.address()).toBe(address));
};

describe('the address bar', () => {
  // A new entry discards the forward entries that an earlier test has left in the history.
  beforeEach(() => window.history.pushState(null, '', '/'));

  it('has one entry for the ID and one for the password, and none for transient states', async () => {
    const before = window.history.length;
    const page = loadPage('/redirect?uid=1', createServer());
    await page.enterId();
    await page.waitForScreen('title.password');
    await waitFor(() => expect(page.address()).toBe('/first/auth?type=pw'));
    expect(window.history.length - before).toBe(2);
  });

  it('Back leads to the ID entry, and Forward to the password', async () => {
    const page = loadPage('/redirect?uid=1', createServer());
    await page.enterId();
    await page.waitForScreen('title.password');
    await goBack(page, '/first');
    await page.waitForScreen('title.identity');
    window.history.forward();
    await page.waitForScreen('title.password');
    await waitFor(() => expect(page.address()).toBe('/first/auth?type=pw'));
  });

  it('the summary is requested only once on the way to the password', async () => {
    const server = createServer();
    const page = loadPage('/redirect?uid=1', server);
    await page.waitForScreen('title.identity');
    await page.enterId();
    await page.waitForScreen('title.password');
    const summaryCalls = server.requests.map(({ url }) => url).filter((url) => url.includes('/summary/auth'));
    expect(summaryCalls).toEqual([expect.stringMatching(/\/summary\/auth\?uid=1$/)]);
  });

  it.each([
    ['/', '/login'],
    ['/login', '/login'],
    ['/first/auth?type=pw', '/first'],
    ['/logout', '/login'],
  ])('%s, opened without a session, becomes %s and adds no second history entry', async (address, shown) => {
    const length = window.history.length;
    const page = loadPage(address, createServer());
    await page.waitForScreen('title.identity');
    await waitFor(() => expect(page.address()).toBe(shown));
    expect(window.history.length - length).toBe(1);
  });

  it.each(['/nowhere', '/first/auth/x', '/error?reason=constructor'])(
    '%s shows the error page',
    async (address) => {
      const page = loadPage(address, createServer());
      await page.waitForScreen('notice.notFound');
      await waitFor(() => expect(page.address()).toBe(address.startsWith('/error') ? address : '/error'));
    },
  );

  it('the logo leads from the error page to the start page', async () => {
    const page = loadPage('/error?reason=unauthorized', createServer());
    await page.waitForScreen('notice.unauthorized');
    await page.user.click(screen.getByRole('link', { name: page.text('brand.name') }));
    await page.waitForScreen('title.identity');
    await waitFor(() => expect(page.address()).toBe('/login'));
  });

  it('does not go back into the flow that an error page replaced', async () => {
    const server = createServer();
    const page = loadPage('/redirect?uid=1', server);
    await page.enterId();
    await page.waitForScreen('title.password');
    server.answers.login = () => json({ status: 200 }, 200, { [REDIRECT_PAGE_HEADER]: REDIRECT_PAGE_ERROR });
    const length = window.history.length;
    await page.enterPassword();
    await page.waitForScreen('notice.notFound');
    await waitFor(() => expect(page.address()).toBe('/error'));
    expect(window.history.length).toBe(length);
    await goBack(page, '/first');
    await page.waitForScreen('title.identity');
  });
});

describe('a chunk that loads late', () => {
  it('shows the title of its screen while it loads', async () => {
    const page = loadPage('/redirect?uid=1', createServer('choice'));
    await page.waitForScreen('title.identity');
    const titles = new Set<string>();
    const observer = new MutationObserver(() =>
      titles.add(screen.queryByRole('heading', { level: 1 })?.textContent ?? ''),
    );
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    await page.enterId();
    await page.waitForScreen('title.chooser');
    await page.chooseSms();
    await screen.findByRole('textbox', { name: page.text('code.label') });
    observer.disconnect();
    titles.delete(page.text('title.identity'));
    expect([...titles]).toEqual([page.text('title.chooser'), page.text('title.method.1')]);
    expect(document.title).toBe(`${page.text('title.method.1')} · ${page.text('brand.name')}`);
  });
});

describe('the focus', () => {
  const title = () => screen.getByRole('heading', { level: 1 });

  it('is in the first field of a screen, or on the title of a screen without fields', async () => {
    const page = loadPage('/redirect?uid=1', createServer());
    await page.waitForScreen('title.identity');
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    await page.enterId();
    const password = await page.passwordField();
    await waitFor(() => expect(document.activeElement).toBe(password));
    await page.enterPassword();
    await page.waitForScreen('return.leaving', { service: '사내 메일' });
    await waitFor(() => expect(document.activeElement).toBe(title()));
  });

  it('goes to the title when the pressed button disappears', async () => {
    const server = createServer();
    server.answers.summary = () =>
      json({ status: 200, clientId: 'a', scopes: ['openid'], isAlreadyAuth: true, redirectUrl: '/on' });
    const page = loadPage('/redirect?uid=1', server);
    await page.press('redirect.stay');
    await waitFor(() => expect(document.activeElement).toBe(title()));
  });

  it('goes to the title during and after a retry', async () => {
    const server = createServer();
    server.answers.summary = async () => {
      await new Promise((resolve) => setTimeout(resolve));
      return FAULTS['500']();
    };
    const page = loadPage('/redirect?uid=1', server);
    await page.press('action.retry');
    await page.waitForScreen('redirect.unanswered');
    await waitFor(() => expect(document.activeElement).toBe(title()));
  });
});

describe('around the screen', () => {
  it('a lost and a restored network connection are announced, and the input stays', async () => {
    const page = loadPage('/login', createServer());
    const field = await screen.findByRole<HTMLInputElement>('textbox');
    await page.user.type(field, 'ki');
    window.dispatchEvent(new Event('offline'));
    expect(await screen.findByText(`${page.text('offline.lost')} ${page.text('failure.kept')}`)).toBeTruthy();
    await page.user.type(field, 'm');
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText(page.text('offline.restored'))).toBeTruthy();
    expect(field.value).toBe('kim');
  });
});

describe('the storage of the browser', () => {
  it('has the session and the drafts for the tab, and only the policy for all tabs', async () => {
    const page = loadPage('/redirect?uid=1', createServer());
    await page.enterId();
    await page.waitForScreen('title.password');
    expect(Object.keys(localStorage)).toEqual(['munjigi.policy']);
    expect(Object.keys(sessionStorage).toSorted()).toEqual(['munjigi.draft', 'munjigi.session']);
  });

  it('has no password, and no data of the person after the browser has left', async () => {
    const page = loadPage('/redirect?uid=1', createServer());
    await page.enterId();
    await page.enterPassword('hunter2|비밀');
    await page.waitForScreen('return.leaving', { service: '사내 메일' });
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toMatch(/hunter2|kim|token-1/);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('restores the password screen after a reload', async () => {
    const first = loadPage('/redirect?uid=1', createServer());
    await first.enterId();
    await first.waitForScreen('title.password');
    closePages();
    const server = createServer();
    const page = loadPage(first.address(), server);
    await page.waitForScreen('title.password');
    const calls = server.requests.map(callOf);
    // Calls of the background actors, and of the link to reset the password.
    const background = /^GET \/data\/sso\/(config|setting|accounts)\//;
    expect(calls.filter((call) => !background.test(call))).toEqual([]);
  });
});

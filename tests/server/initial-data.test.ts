import { describe, expect } from 'vitest';
import { DEMO_CLIENT_ID } from '#server/config/demo.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { configBlockOf } from '#tests/support/server/config-block.ts';
import { testServer } from '#tests/support/server/server.ts';
import { signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

const IN_KOREAN = { headers: { 'X-Language': 'ko' } };

/** The initial data of a page, and the markup of its first screen. */
async function openPage(browser: Browser, path: string, headers: Record<string, string> = {}) {
  const { text } = await browser.visit(path, headers);
  return { known: configBlockOf(text).known, markup: /<div id="root">(.*?)<\/div>/.exec(text)?.[1] };
}

describe('the page of a request', () => {
  test('contains the data of the calls, and begins with the ID entry of the service', async () => {
    const { browser, engine } = await testServer();
    const kim = browser();
    const { known, markup } = await openPage(
      kim,
      `/redirect?uid=${engine.beginRequest({ loginHint: 'kim' })}`,
    );
    const { json: summary } = await kim.call('GET', '/summary/auth');
    const { json: client } = await kim.call('GET', `/data/sso/config/${DEMO_CLIENT_ID}`, IN_KOREAN);
    expect(known).toEqual({
      summary: {
        clientId: summary['clientId'],
        hasServiceId: false,
        userId: 'kim',
        redirectUrl: summary['redirectUrl'],
        isAlreadyAuth: false,
        hasOpenIdScope: true,
        reauthReason: '',
      },
      client: {
        clientId: DEMO_CLIENT_ID,
        config: {
          idOtp: client['idOtp'] === '1',
          passkey: client['passkey'] === '1',
          qrCode: client['qrCode'] === '1',
          serviceName: client['serviceName'],
          displayContent: client['displayContent'],
        },
      },
    });
    expect(markup).toBe(`<p>로그인 ${client['serviceName']} kim</p>`);
  });

  test('has its data and first screen in the language of the request', async ({ engine, browser: kim }) => {
    const inEnglish = await openPage(kim, `/redirect?uid=${engine.beginRequest({ languages: ['en'] })}`);
    const { json } = await kim.call('GET', `/data/sso/config/${DEMO_CLIENT_ID}`, {
      headers: { 'X-Language': 'en' },
    });
    expect(inEnglish.known?.client.config.serviceName).toBe(json['serviceName']);
    expect(inEnglish.markup).toContain('Sign in');
  });

  test('belongs to the request in its address, also with several concurrent tabs', async () => {
    const { browser, engine } = await testServer();
    const kim = browser();
    await kim.visit('/login');
    const requests = ['lee', 'yun', 'park'].map((loginHint) => ({
      loginHint,
      id: engine.beginRequest({ loginHint }),
    }));
    const pages = await Promise.all(requests.map(({ id }) => openPage(kim, `/redirect?uid=${id}`)));
    expect(pages.map(({ known }) => known?.summary?.userId)).toEqual(
      requests.map(({ loginHint }) => loginHint),
    );
  });

  test('contains the reason when a signed-in person has to authenticate again', async () => {
    const { browser, engine, clock } = await testServer();
    const kim = browser();
    await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
    await signIn(kim, 'kim');
    const uid = engine.beginRequest({ wantsFreshLogin: true, startedAt: clock.now + 1 });
    const { known } = await openPage(kim, `/redirect?uid=${uid}`);
    expect(known?.summary).toMatchObject({ userId: 'kim', reauthReason: 'renew' });
  });

  test('contains no data when another screen follows: for a signed-in person, and a request that cannot begin', async () => {
    const { browser, engine } = await testServer();
    const kim = browser();
    expect(await openPage(kim, `/redirect?uid=${engine.beginRequest({ scopes: ['profile'] })}`)).toEqual({
      known: null,
      markup: '',
    });
    expect(await openPage(browser(), '/redirect')).toEqual({ known: null, markup: '' });
    await kim.visit(`/redirect?uid=${engine.beginRequest()}`);
    await signIn(kim, 'kim');
    expect(await openPage(kim, `/redirect?uid=${engine.beginRequest()}`)).toEqual({
      known: null,
      markup: '',
    });
  });
});

test.for(['/summary/auth', '/data/sso/config/*'])(
  'a fault of the lab (%s) is not sent with a page',
  async (path, { engine, faults, browser }) => {
    faults.set({ path, status: 502, times: 1 });
    expect((await openPage(browser, `/redirect?uid=${engine.beginRequest()}`)).known).toBeNull();
  },
);

describe('the page of the ID entry', () => {
  test('contains the name and settings of its service', async ({ browser }) => {
    const { known } = await openPage(browser, '/login');
    expect(known).toMatchObject({ summary: null, client: { clientId: DEMO_CLIENT_ID } });
  });

  test('contains no data in a frame of another site', async ({ browser }) => {
    const { known } = await openPage(browser, '/login', { 'Sec-Fetch-Dest': 'iframe' });
    expect(known).toBeNull();
  });
});

test('other pages contain the service but no first screen', async ({ browser }) => {
  expect(await openPage(browser, '/first/select')).toMatchObject({
    known: { summary: null, client: { clientId: DEMO_CLIENT_ID } },
    markup: '',
  });
});

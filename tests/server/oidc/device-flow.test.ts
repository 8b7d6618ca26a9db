import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Browser } from './browser.ts';
import {
  type EngineServer,
  RELYING_PARTIES,
  reachesPortal,
  SECRET,
  signedIn,
  signInAgain,
  startEngineServer,
} from './engine-server.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

let server: EngineServer;
let config: openid.Configuration;
beforeAll(async () => {
  server = await startEngineServer({ clients: RELYING_PARTIES, more: { oidc: { deviceFlow: true } } });
  config = await openid.discovery(new URL(server.origin), 'rp', undefined, openid.ClientSecretBasic(SECRET), {
    execute: [openid.allowInsecureRequests],
  });
});
afterAll(() => server.close());

const begin = () => openid.initiateDeviceAuthorization(config, { scope: 'openid email' });

/** What the device hears at once: its tokens, or an error. */
const pollAtOnce = (device_code: string) =>
  openid.genericGrantRequest(config, GRANT, { device_code }).catch((error: { error: string }) => error.error);

/** What it hears after it has waited. */
function poll(device_code: string) {
  server.advance(5);
  return pollAtOnce(device_code);
}

const fieldOf = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '';

const verification = (): string => `${server.origin}/oauth2/device`;

/** Sends the form of a page as the person who presses a button of it. */
const submit = (browser: Browser, page: string, more: Readonly<Record<string, string>>) =>
  browser.open(verification(), {
    method: 'POST',
    body: new URLSearchParams({ xsrf: fieldOf(page, 'xsrf'), ...more }),
  });

const opened = async (browser: Browser, address = verification()): Promise<string> =>
  (await browser.open(address)).text();

/** The page that follows a code. */
const typed = async (browser: Browser, user_code: string): Promise<string> =>
  (await submit(browser, await opened(browser), { user_code })).text();

describe('a device without a browser', () => {
  it.each([
    ['that is signed in', true],
    ['that is not', false],
  ])('is signed in by a browser %s, once', async (_name, isKnown) => {
    const { device_code, user_code } = await begin();
    expect(user_code).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
    expect(await poll(device_code)).toBe('authorization_pending');
    const browser = isKnown ? signedIn(server, 'kim') : new Browser();
    const question = await typed(browser, user_code.toLowerCase().replace('-', ' '));
    expect(question).toContain(user_code);
    expect(question).toContain('<strong>Service</strong>');
    expect(await poll(device_code)).toBe('authorization_pending');
    const asked = await submit(browser, question, { user_code, confirm: 'yes' });
    const portal = new URL(asked.headers.get('location') ?? '', server.origin);
    expect(reachesPortal(portal)).toBe(true);
    const uid = portal.searchParams.get('uid') ?? '';
    const { resumeUrl, scopes } = (await server.engine.find(uid)) ?? {};
    expect([resumeUrl, scopes]).toEqual([`${verification()}/${uid}`, ['openid', 'email']]);
    if (!isKnown) {
      const early = await browser.open(`${resumeUrl}?noReauth=Y`);
      expect(early.headers.get('location')).toContain('/redirect');
      expect(await poll(device_code)).toBe('authorization_pending');
      signInAgain(server, browser, 'kim');
    }
    expect(await opened(browser, `${resumeUrl}?noReauth=Y`)).toContain('Your device is signed in');
    expect(await typed(browser, user_code)).toContain('This code has been used');
    const tokens = await poll(device_code);
    expect(typeof tokens !== 'string' && tokens.claims()).toMatchObject({ sub: 'kim', aud: 'rp' });
    expect(await poll(device_code)).toBe('invalid_grant');
  });

  it('is asked to slow down while it waits, and told when its code has expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { device_code } = await begin();
    expect(await poll(device_code)).toBe('authorization_pending');
    expect(await pollAtOnce(device_code)).toBe('slow_down');
    expect(await poll(device_code)).toBe('slow_down');
    server.advance(15);
    expect(await pollAtOnce(device_code)).toBe('authorization_pending');
    vi.setSystemTime(Date.now() + 601_000);
    expect(await pollAtOnce(device_code)).toBe('expired_token');
    vi.useRealTimers();
  });

  it('is refused by its person', async () => {
    const { device_code, user_code } = await begin();
    const browser = signedIn(server, 'kim');
    const end = await submit(browser, await typed(browser, user_code), { user_code, abort: 'yes' });
    expect(await end.text()).toContain('The device has been refused');
    expect(await poll(device_code)).toBe('access_denied');
  });

  it('fills the code of a link into the field, and does not submit it', async () => {
    const { verification_uri_complete = '', user_code, device_code } = await begin();
    const browser = signedIn(server, 'kim');
    const page = await opened(browser, verification_uri_complete);
    expect(page).toContain(`value="${user_code}"`);
    expect(page).not.toContain('<script');
    expect(await poll(device_code)).toBe('authorization_pending');
  });

  it('cannot be confirmed from another site', async () => {
    const { device_code, user_code } = await begin();
    const browser = signedIn(server, 'kim');
    await typed(browser, user_code);
    await submit(browser, '', { user_code, confirm: 'yes' });
    expect(await poll(device_code)).toBe('authorization_pending');
  });

  it('allows an address twenty wrong codes in ten minutes', async () => {
    server.advance(601);
    const { user_code } = await begin();
    const browser = new Browser();
    for (const _right of [1, 2, 3]) await typed(browser, user_code);
    const page = await opened(browser);
    const guess = () => submit(browser, page, { user_code: 'BBBB-BBBB' });
    const heard = await Promise.all(Array.from({ length: 25 }, guess));
    expect(heard.filter(({ status }) => status === 429)).toHaveLength(5);
    const late = await submit(browser, page, { user_code });
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, expect.any(String)]);
    server.advance(601);
    expect(await typed(browser, (await begin()).user_code)).toContain('Sign in at this device?');
  });
});

it('a service without the device flow in its configuration cannot use it', async () => {
  const off = await startEngineServer();
  const metadata = await (await fetch(`${off.origin}/.well-known/openid-configuration`)).json();
  const headers = { authorization: `Basic ${Buffer.from(`rp:${SECRET}`).toString('base64')}` };
  const body = new URLSearchParams({ scope: 'openid' });
  const answer = await fetch(metadata.device_authorization_endpoint, { method: 'POST', headers, body });
  expect([answer.status, (await answer.json()).error]).toEqual([400, 'invalid_request']);
  await off.close();
});

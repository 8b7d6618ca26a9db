import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderFirstScreen } from '#src/server-portal.tsx';
import type { AuthSummary, InitialData } from '#wire/initial-data.ts';
import { json } from './faults.ts';
import { createServer, givePasskey, loadPage } from './page.ts';
import './setup.ts';

const SERVICE = {
  idOtp: true,
  passkey: true,
  qrCode: true,
  serviceName: '사내 메일',
  displayContent: '점검 안내',
};
const SUMMARY: AuthSummary = {
  clientId: 'demo-service',
  hasServiceId: false,
  userId: '',
  redirectUrl: '/oauth2/authorize/request-1',
  isAlreadyAuth: false,
  hasOpenIdScope: true,
  askedAgain: '',
};
const KNOWN: InitialData = { summary: SUMMARY, client: { clientId: 'demo-service', config: SERVICE } };
const withSummary = (changes: Partial<AuthSummary>): InitialData => ({
  ...KNOWN,
  summary: { ...SUMMARY, ...changes },
});
const withService = (changes: Partial<typeof SERVICE>): InitialData => ({
  ...KNOWN,
  client: { ...KNOWN.client, config: { ...SERVICE, ...changes } },
});

/** A server whose calls answer the same as the initial data of the page. */
function serverOf({ summary, client: { config } }: InitialData) {
  const server = createServer();
  const digit = (flag: boolean) => (flag ? '1' : '0');
  const { serviceName, displayContent } = config;
  const flags = { idOtp: digit(config.idOtp), passkey: digit(config.passkey), qrCode: digit(config.qrCode) };
  server.answers.config = () => json({ status: 200, serviceName, displayContent, ...flags });
  const { clientId, hasServiceId, hasOpenIdScope, ...rest } = summary ?? SUMMARY;
  server.answers.summary = () =>
    json({
      status: 200,
      ...(hasServiceId ? { serviceId: clientId } : { clientId }),
      scopes: hasOpenIdScope ? ['openid'] : [],
      ...rest,
    });
  return server;
}

type Loading = { readonly language?: 'ko' | 'en'; readonly shown?: 'ko' | 'en'; readonly isDrawn?: boolean };

function load(
  known: InitialData,
  { language = 'ko', shown = language, isDrawn = true }: Loading = {},
  server = serverOf(known),
) {
  const picture = { language: shown, markup: renderFirstScreen({ language: shown, branding: {}, known }) };
  return loadPage('/redirect?uid=1', server, { language, known, ...(isDrawn && { picture }) });
}

/** A page is drawn twice here, which takes a busy machine its time. */
const PATIENT = { timeout: 10_000 };

const isTakenOver = (element: Element): boolean =>
  Object.keys(element).some((key) => key.startsWith('__reactProps'));

const rootOf = (): HTMLElement => {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root');
  return root;
};

/** The page without incidental differences: generated ids, order of attributes, initial value of a field. */
const markup = (): string =>
  rootOf()
    .innerHTML.replaceAll(/_[rR]_\w+?_/g, 'id')
    .replaceAll(/<(\w+)((?: [\w-]+="[^"]*")+)>/g, (_, tag: string, attributes: string) => {
      const named = [...attributes.matchAll(/ ([\w-]+)="[^"]*"/g)];
      const kept = named.filter(([, name = '']) => !['autofocus', 'checked', 'value'].includes(name));
      return `<${[tag, ...kept.map(([whole]) => whole.trim()).toSorted()].join(' ')}>`;
    });

/** The field, once React has taken it over. */
const field = (): Promise<HTMLInputElement> =>
  waitFor(() => {
    const found = rootOf().querySelector<HTMLInputElement>('input[name=username]');
    if (!found || !isTakenOver(found)) throw new Error('The field is not taken over yet');
    return found;
  }, PATIENT);

beforeEach(givePasskey);

it.each<[string, InitialData, 'ko' | 'en']>([
  ['all ways and a remark of the service', KNOWN, 'ko'],
  ['all ways, in English', KNOWN, 'en'],
  ['the ID alone', withService({ passkey: false, qrCode: false, displayContent: '' }), 'ko'],
  ['a suggested ID', withSummary({ userId: 'kim' }), 'ko'],
  ['a person who is asked again', withSummary({ userId: 'kim', askedAgain: 'renew' }), 'ko'],
  ['a SAML service', withSummary({ hasServiceId: true, hasOpenIdScope: false }), 'ko'],
])('what the server draws is what the page would draw: %s', async (_, known, language) => {
  load(known, { language });
  const drawn = rootOf().querySelector('input[name=username]');
  const before = markup();
  expect(await field()).toBe(drawn);
  const taken = markup();
  expect(taken).toBe(before);
  load(known, { language, isDrawn: false });
  await field();
  expect(markup()).toBe(taken);
});

it('passkeys only: the button stays', async () => {
  load(withService({ idOtp: false }));
  const before = markup();
  const [button] = rootOf().querySelectorAll('main button');
  await waitFor(() => expect(button && isTakenOver(button)).toBe(true), PATIENT);
  expect(markup()).toBe(before);
});

it('requests summary and service once each', async () => {
  const server = serverOf(KNOWN);
  load(KNOWN, {}, server);
  await field();
  await vi.waitFor(() => {
    const asked = server.requests.map(({ url }) => new URL(url).pathname);
    expect(asked).toContain('/data/sso/config/demo-service');
    expect(asked.filter((path) => path === '/summary/auth')).toHaveLength(1);
  }, PATIENT);
});

it.each([
  ['kimchi', 'kimchi'],
  ['', ''],
])('an ID that was changed to "%s" before the script arrives stays', async (typed, kept) => {
  load(withSummary({ userId: 'kim' }));
  const drawn = rootOf().querySelector('input[name=username]') as HTMLInputElement;
  drawn.value = typed;
  const taken = await field();
  await waitFor(() => expect(taken).toHaveProperty('value', kept));
});

it('the script focuses the field when the browser has not yet done so', async () => {
  load(KNOWN);
  expect(document.activeElement).toBe(document.body);
  const taken = await field();
  expect(document.activeElement).toBe(taken);
});

it('an element focused before the script has arrived keeps the focus', async () => {
  load(KNOWN);
  const [first] = rootOf().querySelectorAll<HTMLElement>('input[value=id]');
  first?.focus();
  await field();
  expect(document.activeElement).toBe(first);
});

it('a way of entering chosen before the script arrives stays', async () => {
  const { text: say } = load(KNOWN);
  const radio = rootOf().querySelector<HTMLInputElement>('input[value=passkey]');
  if (!radio) throw new Error('There is no choice');
  radio.checked = true;
  expect(await screen.findByText(say('passkey.button'), undefined, PATIENT)).toBeDefined();
});

it('a first screen in another language is replaced, and keeps the input', async () => {
  load(KNOWN, { language: 'en', shown: 'ko' });
  const drawn = rootOf().querySelector('input[name=username]') as HTMLInputElement;
  drawn.value = 'kim';
  expect(await field()).toHaveProperty('value', 'kim');
  expect(document.documentElement.lang).toBe('en');
});

it('a person who has signed in since continues', async () => {
  const server = serverOf(KNOWN);
  server.answers.summary = () =>
    json({
      status: 200,
      clientId: 'demo-service',
      userId: 'kim',
      redirectUrl: SUMMARY.redirectUrl,
      isAlreadyAuth: true,
      scopes: ['openid'],
    });
  const { waitForScreen: arrive } = load(KNOWN, {}, server);
  await arrive('redirect.authenticatedTitle');
  expect(server.requests.filter(({ url }) => url.endsWith('/summary/auth'))).toHaveLength(1);
});

it('the page keeps its request when another tab has started one, and offers its login', async () => {
  const other = '/oauth2/authorize/request-2';
  const server = serverOf(withSummary({ redirectUrl: other, userId: 'kim', isAlreadyAuth: true }));
  const { waitForScreen: arrive, press, text: say } = load(KNOWN, {}, server);
  await screen.findByText(say('tabs.signedIn', { userId: 'kim' }), { exact: false }, PATIENT);
  expect(await field()).toHaveProperty('value', '');
  await press('tabs.join');
  await arrive('departure.leaving', { service: SERVICE.serviceName });
});

it('input from before the script is kept when the answer has more details of the request', async () => {
  const server = serverOf(withSummary({ askedAgain: 'renew' }));
  load(KNOWN, {}, server);
  const drawn = rootOf().querySelector('input[name=username]') as HTMLInputElement;
  drawn.value = 'ki';
  const again = await waitFor(async () => {
    const found = await field();
    if (found === drawn) throw new Error('The screen is still the first one');
    return found;
  }, PATIENT);
  expect(again.value).toBe('ki');
});

it('an already lost network is announced, and the field keeps its input', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { text: say } = load(KNOWN);
  const drawn = rootOf().querySelector('input[name=username]') as HTMLInputElement;
  drawn.value = 'ki';
  await waitFor(() => expect(screen.getByText(say('offline.lost'), { exact: false })).toBeTruthy(), PATIENT);
  expect(await field()).toBe(drawn);
  expect(drawn.value).toBe('ki');
});

it('a request that the server now refuses shows a failure', async () => {
  const server = serverOf(KNOWN);
  server.answers.summary = () => json({ status: 404, errCode: '000' }, 404);
  const { waitForScreen: arrive } = load(KNOWN, {}, server);
  await arrive('notice.notExists');
});

it('the form stays when the server fails', async () => {
  const server = serverOf(KNOWN);
  server.answers.summary = () => json({ status: 502 }, 502);
  load(KNOWN, {}, server);
  const taken = await field();
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1), PATIENT);
  expect(taken.isConnected).toBe(true);
});

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
  reauthReason: '',
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

type LoadOptions = {
  readonly language?: 'ko' | 'en';
  readonly shown?: 'ko' | 'en';
  readonly isPrerendered?: boolean;
};

function load(
  known: InitialData,
  { language = 'ko', shown = language, isPrerendered = true }: LoadOptions = {},
  server = serverOf(known),
) {
  const firstScreen = {
    language: shown,
    markup: renderFirstScreen({ language: shown, branding: {}, initialData: known }),
  };
  return loadPage('/redirect?uid=1', server, {
    language,
    known,
    ...(isPrerendered && { firstScreen }),
  });
}

/** The page is rendered twice here, which can be slow on a busy machine. */
const LONG_WAIT = { timeout: 10_000 };

const isHydrated = (element: Element): boolean =>
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
      const compared = named.filter(([, name = '']) => !['autofocus', 'checked', 'value'].includes(name));
      return `<${[tag, ...compared.map(([whole]) => whole.trim()).toSorted()].join(' ')}>`;
    });

/** The field of the ID as the server has rendered it. */
const prerenderedField = (): HTMLInputElement => {
  const field = rootOf().querySelector<HTMLInputElement>('input[name=username]');
  if (!field) throw new Error('The page has no field for the ID');
  return field;
};

/** Waits for the hydration of the field. */
const hydratedField = (): Promise<HTMLInputElement> =>
  waitFor(() => {
    const field = prerenderedField();
    if (!isHydrated(field)) throw new Error('The field is not hydrated yet');
    return field;
  }, LONG_WAIT);

beforeEach(givePasskey);

it.each<[string, InitialData, 'ko' | 'en']>([
  ['all ways to enter an ID and a notice of the service', KNOWN, 'ko'],
  ['all ways to enter an ID, in English', KNOWN, 'en'],
  ['only the ID field', withService({ passkey: false, qrCode: false, displayContent: '' }), 'ko'],
  ['a suggested ID', withSummary({ userId: 'kim' }), 'ko'],
  ['a re-authentication', withSummary({ userId: 'kim', reauthReason: 'renew' }), 'ko'],
  ['a SAML service', withSummary({ hasServiceId: true, hasOpenIdScope: false }), 'ko'],
])('the server renders the same markup as the page: %s', async (_, known, language) => {
  load(known, { language });
  const prerendered = prerenderedField();
  const before = markup();
  expect(await hydratedField()).toBe(prerendered);
  const hydratedMarkup = markup();
  expect(hydratedMarkup).toBe(before);
  load(known, { language, isPrerendered: false });
  await hydratedField();
  expect(markup()).toBe(hydratedMarkup);
});

it('the button of a service that allows only passkeys stays in the page', async () => {
  load(withService({ idOtp: false }));
  const before = markup();
  const [button] = rootOf().querySelectorAll('main button');
  await waitFor(() => expect(button && isHydrated(button)).toBe(true), LONG_WAIT);
  expect(markup()).toBe(before);
});

it('the page requests the summary only once, and the service', async () => {
  const server = serverOf(KNOWN);
  load(KNOWN, {}, server);
  await hydratedField();
  await vi.waitFor(() => {
    const requests = server.requests.map(({ url }) => new URL(url).pathname);
    expect(requests).toContain('/data/sso/config/demo-service');
    expect(requests.filter((path) => path === '/summary/auth')).toHaveLength(1);
  }, LONG_WAIT);
});

it.each(['kimchi', ''])('an ID that was changed to "%s" before the script arrives stays', async (userId) => {
  load(withSummary({ userId: 'kim' }));
  prerenderedField().value = userId;
  const field = await hydratedField();
  await waitFor(() => expect(field).toHaveProperty('value', userId));
});

it('the script focuses the field when the browser has not yet done so', async () => {
  load(KNOWN);
  expect(document.activeElement).toBe(document.body);
  const field = await hydratedField();
  expect(document.activeElement).toBe(field);
});

it('an element focused before the script has arrived keeps the focus', async () => {
  load(KNOWN);
  const idChoice = rootOf().querySelector<HTMLElement>('input[value=id]');
  idChoice?.focus();
  await hydratedField();
  expect(document.activeElement).toBe(idChoice);
});

it('the choice of the passkey before the script arrives stays', async () => {
  const { text } = load(KNOWN);
  const radio = rootOf().querySelector<HTMLInputElement>('input[value=passkey]');
  if (!radio) throw new Error('There is no choice');
  radio.checked = true;
  expect(await screen.findByText(text('passkey.button'), undefined, LONG_WAIT)).toBeDefined();
});

it('a first screen in another language is replaced, and keeps the input', async () => {
  load(KNOWN, { language: 'en', shown: 'ko' });
  prerenderedField().value = 'kim';
  expect(await hydratedField()).toHaveProperty('value', 'kim');
  expect(document.documentElement.lang).toBe('en');
});

it('a person who has signed in since the page was rendered continues', async () => {
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
  const { waitForScreen } = load(KNOWN, {}, server);
  await waitForScreen('redirect.authenticatedTitle');
  expect(server.requests.filter(({ url }) => url.endsWith('/summary/auth'))).toHaveLength(1);
});

it('the page keeps its request when another tab has started one, and offers the login of that tab', async () => {
  const other = '/oauth2/authorize/request-2';
  const server = serverOf(withSummary({ redirectUrl: other, userId: 'kim', isAlreadyAuth: true }));
  const { waitForScreen, press, text } = load(KNOWN, {}, server);
  await screen.findByText(text('tabs.signedIn', { userId: 'kim' }), { exact: false }, LONG_WAIT);
  expect(await hydratedField()).toHaveProperty('value', '');
  await press('tabs.join');
  await waitForScreen('return.leaving', { service: SERVICE.serviceName });
});

it('input from before the script stays when the summary requires a re-authentication', async () => {
  const server = serverOf(withSummary({ reauthReason: 'renew' }));
  load(KNOWN, {}, server);
  const prerendered = prerenderedField();
  prerendered.value = 'ki';
  const newField = await waitFor(async () => {
    const field = await hydratedField();
    if (field === prerendered) throw new Error('The screen is still the first one');
    return field;
  }, LONG_WAIT);
  expect(newField.value).toBe('ki');
});

it('a network connection that is lost from the start is announced, and the field keeps its input', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { text } = load(KNOWN);
  const prerendered = prerenderedField();
  prerendered.value = 'ki';
  await waitFor(
    () => expect(screen.getByText(text('offline.lost'), { exact: false })).toBeTruthy(),
    LONG_WAIT,
  );
  expect(await hydratedField()).toBe(prerendered);
  expect(prerendered.value).toBe('ki');
});

it('a request that the server now refuses shows a failure', async () => {
  const server = serverOf(KNOWN);
  server.answers.summary = () => json({ status: 404, errCode: '000' }, 404);
  const { waitForScreen } = load(KNOWN, {}, server);
  await waitForScreen('notice.notExists');
});

it('the form stays when the server fails', async () => {
  const server = serverOf(KNOWN);
  server.answers.summary = () => json({ status: 502 }, 502);
  load(KNOWN, {}, server);
  const field = await hydratedField();
  await vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(1), LONG_WAIT);
  expect(field.isConnected).toBe(true);
});

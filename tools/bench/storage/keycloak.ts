import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { authorizationQuery, CALLBACK, CLIENT, PASSWORD, userIdAt } from '#tools/cluster/config.ts';
import { freePort } from '#tools/free-port.ts';
import { startPostgres } from '#tools/postgres/server.ts';
import { familySeconds, runningProcesses } from '#tools/test/processor.ts';
import type { SignInServer } from './sign-in-server.ts';
import { Browser, redeem } from './whole-sign-in.ts';

const REALM = 'bench';
const OPENID_PATH = `/realms/${REALM}/protocol/openid-connect`;
const ADMINISTRATOR = { name: 'admin', password: 'Admin!1' };

/** The names of the measured settings of Keycloak's password hash: its default, and the settings of the portal. */
export const KEYCLOAK_HASHES = [
  ['Keycloak, its hash', []],
  ['Keycloak, our hash', ['memory=19456', 'iterations=2', 'parallelism=1']],
] as const;

/** Maximum time of a start; the first start of an unpacked Keycloak also builds it. */
const MAX_START_SECONDS = 600;

const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' };

const encodeForm = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

async function post(url: string, headers: Record<string, string>, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

async function waitUntilReady(url: string): Promise<void> {
  for (let seconds = 0; seconds < MAX_START_SECONDS; seconds += 1) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await setTimeout(1000);
  }
  throw new Error(`${url} did not answer within ${MAX_START_SECONDS} s`);
}

/** Creates a realm with a client and accounts, through the admin REST API. */
async function createRealm(url: string, people: number): Promise<void> {
  const tokenUrl = `${url}/realms/master/protocol/openid-connect/token`;
  const { name: username, password } = ADMINISTRATOR;
  const credentials = encodeForm({ grant_type: 'password', client_id: 'admin-cli', username, password });
  const { access_token: token } = JSON.parse(await post(tokenUrl, FORM_HEADERS, credentials));
  const person = (index: number) => ({
    username: userIdAt(index),
    enabled: true,
    email: `${userIdAt(index)}@example.com`,
    emailVerified: true,
    firstName: 'Haneul',
    lastName: 'Kim',
    credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
  });
  const realm = {
    realm: REALM,
    enabled: true,
    sslRequired: 'none',
    eventsEnabled: true,
    clients: [
      { clientId: CLIENT.id, secret: CLIENT.secret, redirectUris: [CALLBACK], standardFlowEnabled: true },
    ],
    users: Array.from({ length: people }, (_, index) => person(index)),
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  await post(`${url}/admin/realms`, headers, JSON.stringify(realm));
}

/** The address to which the form on a login page of Keycloak is posted. */
function formActionOf(page: string): URL {
  const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
  if (action === undefined) throw new Error('The page of Keycloak has no form');
  return new URL(action.replaceAll('&amp;', '&'));
}

/**
 * Starts Keycloak in production mode on its own PostgreSQL server. It stores events in the database, as the portal
 * stores its audit.
 * @param folder the folder of the unpacked distribution
 * @param people number of accounts
 * @param hashSettings settings of Argon2
 */
export async function startKeycloak(
  folder: string,
  people: number,
  hashSettings: readonly string[],
): Promise<SignInServer & { close(): Promise<void> }> {
  const postgres = await startPostgres();
  const database = new URL(await postgres.createDatabase());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = [
    'db=postgres',
    `db-url=jdbc:postgresql://${database.host}${database.pathname}`,
    'db-username=postgres',
    'db-password=none',
    'http-enabled=true',
    'http-host=127.0.0.1',
    `http-port=${port}`,
    `hostname=${url}`,
    'cache=local',
    ...hashSettings.map((setting) => `spi-password-hashing--argon2--${setting}`),
  ];
  const keycloak = spawn(join(folder, 'bin', 'kc.sh'), ['start', ...options.map((option) => `--${option}`)], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMINISTRATOR.name,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMINISTRATOR.password,
    },
  });
  const { pid } = keycloak;
  if (pid === undefined) throw new Error(`${folder} has no bin/kc.sh`);
  const exited = once(keycloak, 'exit');
  await waitUntilReady(`${url}/realms/master`);
  await createRealm(url, people);

  const signIn = async (index: number): Promise<Browser> => {
    const browser = new Browser([url], url, index);
    const loginPage = await browser.follow(`${OPENID_PATH}/auth?${authorizationQuery()}`);
    if (!('page' in loginPage)) throw new Error('Keycloak showed no page');
    const { pathname, search } = formActionOf(loginPage.page);
    const fields = { username: userIdAt(index % people), password: PASSWORD, credentialId: '' };
    const content = { headers: FORM_HEADERS, body: encodeForm(fields) };
    const { location = '' } = await browser.send('POST', `${pathname}${search}`, content);
    const code = new URL(location, url).searchParams.get('code');
    if (code === null) throw new Error('Keycloak returned no authorization code');
    await redeem(browser, `${OPENID_PATH}/token`, code);
    return browser;
  };
  return {
    signIn,
    async prepareReopening(index) {
      const browser = await signIn(index);
      const path = `${OPENID_PATH}/auth?${authorizationQuery('none')}`;
      return async () => redeem(browser, `${OPENID_PATH}/token`, await browser.authorizationCodeFrom(path));
    },
    processorMs: async () => ({
      server: familySeconds(runningProcesses(), pid) * 1000,
      database: postgres.processorSeconds() * 1000,
    }),
    async close() {
      process.kill(-pid);
      await exited;
      await postgres.close();
    },
  };
}

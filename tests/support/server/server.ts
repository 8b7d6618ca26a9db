import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { account } from '#server/config/account.ts';
import { resolveConfig } from '#server/config/load.ts';
import { createFaults } from '#server/http/guard/faults.ts';
import { type Site, siteOf } from '#server/http/page/site.ts';
import { hashPassword } from '#server/login/password/hash.ts';
import { createPortal, type Portal } from '#server/login/portal.ts';
import type { Gateways } from '#server/login/sending/gateways.ts';
import { createOutbox } from '#server/login/sending/outbox.ts';
import { type AuditLine, auditTo } from '#server/operations/audit/line.ts';
import type { RequestEntry } from '#server/operations/log.ts';
import {
  addConfiguredAccounts,
  addSeedAccounts,
  addSeedAnswers,
  addSeedDevices,
  addSeedHistory,
} from '#server/seed/add.ts';
import { createServerApp } from '#server/start/app.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { RenderFirstScreen } from '#wire/server-portal.ts';
import { TEST_ACCOUNTS } from './accounts.ts';
import { Browser } from './browser.ts';
import { type FakeEngine, fakeEngine } from './engine.ts';
import { openFilledStorage } from './storage.ts';

export const PUBLIC_URL = 'http://localhost:8080';

/** Noon of a Friday in Seoul. */
export const NOON = Date.parse('2026-11-20T12:00:00+09:00');

/** Settings of fast hashing. */
export const CHEAP_HASHING = { memory: 8, passes: 1, parallelism: 1 };

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Renders a first screen that shows only the name of the service and the ID of the person. */
const renderInput: RenderFirstScreen = ({ language, initialData }) =>
  `<p>${[language === 'ko' ? '로그인' : 'Sign in', initialData?.summary && initialData.client.config.serviceName, initialData?.summary?.userId].filter(Boolean).join(' ')}</p>`;

/** The files of a built portal, with short contents. */
export const testSite = (renderers: Pick<Site, 'renderFirstScreen' | 'runPortal'>): Site =>
  siteOf(
    '<!doctype html>\n<html lang="ko">\n<head><title>Auth Portal</title><link rel="stylesheet" crossorigin href="/assets/index-abc123.css"></head>\n<body><div id="root"></div></body>\n</html>\n',
    new Map([
      ['/assets/index-abc123.js', bytes('console.log("portal");'.repeat(100))],
      ['/assets/late-abc123.js', bytes('export const call = 1;')],
      ['/assets/ko-abc123.js', bytes('export const text = "글";')],
      ['/assets/en-abc123.js', bytes('export const text = "text";')],
      ['/favicon.svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['/assets/index-abc123.css', bytes('p{color:red}')],
      ['/app/index.html', bytes('<!doctype html><html lang="ko"><head><title>App</title></head></html>')],
      ['/app/app.webmanifest', bytes('{"id":"/app/","name":"App"}')],
      ['/app/worker.js', bytes('addEventListener("fetch", () => {});')],
      ['/app/assets/main-abc123.js', bytes('console.log("app");')],
    ]),
    renderers,
  );

const TEST_SITE = testSite({ renderFirstScreen: renderInput, runPortal: null });

/** Adds the accounts of the configuration, of the demonstration and of the tests. */
async function addPeople(portal: Portal): Promise<void> {
  const { config, now } = portal;
  await addConfiguredAccounts(portal, config);
  await portal.ssfStreams.configure(config.sharedSignals.receivers.map(({ name }) => name));
  await addSeedAccounts(portal, config.argon2, now);
  await addSeedAnswers(portal, config.argon2);
  await addSeedHistory(portal, config.argon2);
  await addSeedDevices(portal.devices);
  for (const { entry, password } of TEST_ACCOUNTS) {
    await portal.accounts.add(v.parse(account, entry), await hashPassword(password, config.argon2));
  }
}

export type TestServer = Awaited<ReturnType<typeof testServer>>;

/**
 * Creates a server that is called as a function, with its own database and a clock that only the test changes.
 * @param file a configuration file as an operator writes it
 */
export async function testServer(
  file: Readonly<Record<string, unknown>> = {},
  engine: FakeEngine = fakeEngine(),
  gatewayChanges: Partial<Gateways> = {},
  storage?: Storage,
  site?: Site,
) {
  if (storage) {
    const server = serverOn(storage, file, engine, gatewayChanges, site);
    await addPeople(server.portal);
    return server;
  }
  const { accounts, sharedSignals, argon2 } = file;
  const filled = await openFilledStorage(JSON.stringify([accounts, sharedSignals, argon2]), (empty) =>
    addPeople(serverOn(empty, file, fakeEngine()).portal),
  );
  const server = serverOn(filled, file, engine, gatewayChanges, site);
  // Without waiting, many servers that are created at the same time would fill the hashing queue of the process.
  await server.portal.decoyHash;
  return server;
}

/** Creates the same server with this database; adds no accounts. */
export function serverOn(
  db: Storage,
  file: Readonly<Record<string, unknown>>,
  engine: FakeEngine,
  gatewayChanges: Partial<Gateways> = {},
  site: Site = TEST_SITE,
) {
  const config = resolveConfig({ argon2: CHEAP_HASHING, ...file }, 'test', {
    mode: 'demo',
    publicUrl: PUBLIC_URL,
    labOrigin: 'http://localhost:8081',
  });
  const clock = { now: NOON };
  const now = () => clock.now;
  const outbox = createOutbox(now);
  const gateways = { sms: outbox, inmail: outbox, exmail: outbox, push: outbox, ...gatewayChanges };
  const audited: AuditLine[] = [];
  const audit = auditTo((line) => audited.push(line), now);
  const portal = createPortal({ db, config, now, random: randomBytes, gateways, audit });
  const faults = createFaults();
  const logged: RequestEntry[] = [];
  const app = createServerApp({
    portal,
    engines: [engine],
    site,
    unconfirmedLogouts: portal.logins.unconfirmedLogouts,
    faults,
    onAnswered: (entry) => logged.push(entry),
  });
  return {
    app,
    db,
    portal,
    engine,
    faults,
    outbox,
    logged,
    audited,
    clock,
    /** Advances the clock. */
    wait(ms: number): void {
      clock.now += ms;
    },
    browser: () => new Browser((request) => app.fetch(request)),
  };
}

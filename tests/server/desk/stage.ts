import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { portalState } from '#server/administration/state.ts';
import { account } from '#server/config/account.ts';
import { deskParts } from '#server/desk/parts.ts';
import { testServer, testSite } from '#tests/support/server/server.ts';
import { DESK_CALLS, type DeskCallName } from '#wire/desk/calls.ts';
import { DESK_CSRF_HEADER } from '#wire/desk/names.ts';

export const DESK_URL = 'http://localhost:8082';

/** Desk users of the tests. */
export const WORKERS = { viewer: 'vera', helpDesk: 'hana', administrator: 'adam', second: 'anna' } as const;

const DESK = {
  listen: '127.0.0.1:8082',
  url: DESK_URL,
  roles: {
    viewer: { users: [WORKERS.viewer] },
    helpDesk: { groups: ['Desk'] },
    administrator: { users: [WORKERS.administrator, WORKERS.second] },
  },
};

export type DeskTest = Awaited<ReturnType<typeof deskStage>>;

export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly json: Record<string, unknown>;
  readonly headers: Headers;
};

/** A test server with a desk and a manual clock. @param more settings of the desk */
export async function deskStage(more: object = {}, file: object = {}) {
  const server = await testServer({ desk: { ...DESK, ...more }, ...file });
  const { portal, engine } = server;
  const { config, now } = portal;
  const dataDir = mkdtempSync(join(tmpdir(), 'munjigi-desk-'));
  if (!config.desk) throw new TypeError('There is no desk');
  const state = portalState({
    portal,
    dataDir,
    gateways: portal.gateways,
    certificates: async () => ({ saml: now() + 1000, 'service wiki': now() - 1000 }),
  });
  const {
    app,
    sessions,
    work: background,
  } = deskParts({
    portal,
    desk: config.desk,
    site: testSite({ renderFirstScreen: null, visit: null }),
    flushAudit: async () => undefined,
    endEngineSessions: (userId) => engine.endSessionsOf(userId),
    state,
    handlePortalRequest: () => undefined,
  });

  const request = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Answer> => {
    const sent = new Request(`${DESK_URL}${path}`, { method, ...(body !== undefined && { body }) });
    for (const [name, value] of Object.entries({ host: 'localhost:8082', ...headers })) {
      sent.headers.set(name, value);
    }
    const response = await app.fetch(sent);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  };

  /** Signs a person in at the portal. @returns the key of the session */
  const signIn = async (userId: string): Promise<number> => {
    const { session } = await portal.sessions.start();
    await portal.sessions.recordLogin(session, {
      userId,
      methods: ['fido2Token'],
      provedAt: [now()],
      steps: 1,
      at: now(),
    });
    return session.key;
  };

  /** Signs a person in at the desk. */
  const work = async (userId: string) => {
    const portalSession = await signIn(userId);
    const started = await sessions.start('', { userId, portalSession, provedAt: now() });
    const cookie = started.split(';', 1)[0] ?? '';
    const { json } = await request('GET', DESK_CALLS.session.path, { cookie });
    const csrf = String(json['csrf']);
    const call = (
      name: DeskCallName,
      body: object = {},
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> => {
      const { method, path } = DESK_CALLS[name];
      const given = { cookie, origin: DESK_URL, 'sec-fetch-site': 'same-origin', [DESK_CSRF_HEADER]: csrf };
      return method === 'GET'
        ? request('GET', path, { cookie, ...headers })
        : request(
            'POST',
            path,
            { ...given, 'content-type': 'application/json', ...headers },
            JSON.stringify(body),
          );
    };
    return { call, cookie, csrf, portalSession };
  };

  const add = (userId: string, values: object = {}): Promise<boolean> =>
    portal.accounts.add(v.parse(account, { userId, name: { ko: userId, en: userId }, ...values }), null);

  /** Registers a passkey that is never used. */
  const givePasskey = (userId: string): Promise<unknown> =>
    portal.registrations.addPasskey(
      {
        credentialId: `key-of-${userId}`,
        userId,
        publicKey: new Uint8Array([1]),
        counter: 0,
        transports: [],
        name: 'Key',
        registeredAt: now(),
      },
      null,
    );

  for (const userId of Object.values(WORKERS)) {
    await add(userId);
    await givePasskey(userId);
  }
  await portal.groups.set(WORKERS.helpDesk, ['desk']);
  const close = async (): Promise<void> => {
    await background.end();
    rmSync(dataDir, { recursive: true });
  };
  return { ...server, request, work, signIn, add, givePasskey, settled: background.waitUntilDone, close };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { account as accountAnswer, changedAccount, people } from '#desk/calls/answers.ts';
import { portalStateReader } from '#server/administration/state.ts';
import { account } from '#server/config/account.ts';
import { deskParts } from '#server/desk/parts.ts';
import { scimUsersIn } from '#server/storage/repositories/scim-users.ts';
import { testServer, testSite } from '#tests/support/server/server.ts';
import { DESK_CALLS, type DeskCallName, isScimCall, type ScimCallName } from '#wire/desk/calls.ts';
import { DESK_CSRF_HEADER, DESK_REFUSAL_SCHEMA } from '#wire/desk/names.ts';
import { deskRequest } from '#wire/desk/scim.ts';

export const DESK_URL = 'http://localhost:8082';

/** Desk users of the tests. */
export const DESK_USERS = {
  viewer: 'vera',
  helpDesk: 'hana',
  administrator: 'adam',
  secondAdministrator: 'anna',
} as const;

const DESK_SETTINGS = {
  listen: '127.0.0.1:8082',
  url: DESK_URL,
  roles: {
    viewer: { users: [DESK_USERS.viewer] },
    helpDesk: { groups: ['Desk'] },
    administrator: { users: [DESK_USERS.administrator, DESK_USERS.secondAdministrator] },
  },
};

/** Reads the answer to an act: the given outcome when the act has changed the account. */
const outcome = (changedOutcome: string) =>
  v.pipe(
    changedAccount,
    v.transform((account) => ({ outcome: account ? changedOutcome : 'unchanged' })),
  );

/** The answers of SCIM as the desk's page reads them. */
const SCIM_ANSWERS: Readonly<Record<ScimCallName, v.GenericSchema<unknown, object>>> = {
  people,
  account: accountAnswer,
  add: outcome('added'),
  change: outcome('changed'),
  disable: outcome('done'),
  enable: outcome('done'),
};

export type DeskServer = Awaited<ReturnType<typeof startDesk>>;

export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly json: Record<string, unknown>;
  readonly headers: Headers;
};

/** Milliseconds until the certificate of SAML ends: within the 30 days in which the desk warns of it. */
export const CERTIFICATE_ENDS_IN = 29 * 24 * 60 * 60_000;

/** Starts a test server with a desk and a clock that the test moves. */
export async function startDesk(deskSettings: object = {}, file: object = {}) {
  const server = await testServer({ desk: { ...DESK_SETTINGS, ...deskSettings }, ...file });
  const { portal, engine } = server;
  const { config, now } = portal;
  const dataDir = mkdtempSync(join(tmpdir(), 'munjigi-desk-'));
  if (!config.desk) throw new TypeError('There is no desk');
  const readState = portalStateReader({
    portal,
    dataDir,
    gateways: portal.gateways,
    certificateEnds: async () => ({ saml: now() + CERTIFICATE_ENDS_IN, 'service wiki': now() - 1000 }),
  });
  const { app, sessions, backgroundJobs } = deskParts({
    portal,
    desk: config.desk,
    site: testSite({ renderFirstScreen: null, runPortal: null }),
    flushAudit: async () => undefined,
    endEngineSessions: (userId) => engine.endSessionsOf(userId),
    readState,
    handlePortalRequest: () => undefined,
  });

  const request = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Answer> => {
    const requestToDesk = new Request(`${DESK_URL}${path}`, { method, ...(body !== undefined && { body }) });
    for (const [name, value] of Object.entries({ host: 'localhost:8082', ...headers })) {
      requestToDesk.headers.set(name, value);
    }
    const response = await app.fetch(requestToDesk);
    const text = await response.text();
    const isJson = /^application\/(scim\+)?json/.test(response.headers.get('content-type') ?? '');
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
  };

  /** SCIM id of an account; `none` when it has none. */
  const idOf = async (userId: string): Promise<string> => {
    const account = await portal.accounts.findTyped(userId);
    return (account && (await scimUsersIn(server.db, now).byUserId(account.userId))?.scimId) ?? 'none';
  };

  /** Signs a person in at the portal. @returns the key of the session */
  const signInAtPortal = async (userId: string): Promise<number> => {
    const { session } = await portal.sessions.start();
    const login = { userId, methods: ['fido2Token'], provedAt: [now()], steps: 1, at: now() } as const;
    await portal.sessions.recordLogin(session, login);
    return session.key;
  };

  /** Signs a person in at the desk. */
  const signInAtDesk = async (userId: string) => {
    const portalSession = await signInAtPortal(userId);
    const started = await sessions.start('', { userId, portalSession, provedAt: now() });
    const cookie = started.split(';', 1)[0] ?? '';
    const { json } = await request('GET', DESK_CALLS.session.path, { cookie });
    const csrf = String(json['csrf']);
    const pageHeaders = {
      cookie,
      origin: DESK_URL,
      'sec-fetch-site': 'same-origin',
      [DESK_CSRF_HEADER]: csrf,
      'content-type': 'application/json',
    };
    const send = (
      method: string,
      path: string,
      body?: object,
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> => request(method, path, { ...pageHeaders, ...headers }, body && JSON.stringify(body));
    /** A call as the page of the desk makes and reads it; `userId` in its body names the account of a SCIM call. */
    const call = async (
      name: DeskCallName,
      body: object = {},
      headers: Readonly<Record<string, string>> = {},
    ): Promise<Answer> => {
      const userId = 'userId' in body ? String(body.userId) : '';
      const id = isScimCall(name) ? await idOf(userId) : '';
      const { method, path, body: callBody } = deskRequest(name, isScimCall(name) ? { ...body, id } : body);
      const answer = await send(method, path, callBody as object | undefined, headers);
      if (!isScimCall(name)) return answer;
      const refusal = answer.json[DESK_REFUSAL_SCHEMA];
      const json = refusal ?? v.parse(SCIM_ANSWERS[name], answer.status === 204 ? null : answer.json);
      return { ...answer, json: json as Answer['json'] };
    };
    return { call, send, cookie, csrf, portalSession };
  };

  const addAccount = (userId: string, values: object = {}): Promise<boolean> =>
    portal.accounts.add(v.parse(account, { userId, name: { ko: userId, en: userId }, ...values }), null);

  /** Registers a passkey, which is never used. */
  const addPasskey = (userId: string): Promise<unknown> =>
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

  for (const userId of Object.values(DESK_USERS)) {
    await addAccount(userId);
    await addPasskey(userId);
  }
  await portal.groups.setFromFile(DESK_USERS.helpDesk, ['desk']);
  const close = async (): Promise<void> => {
    await backgroundJobs.stop();
    rmSync(dataDir, { recursive: true });
  };
  return {
    ...server,
    request,
    signInAtDesk,
    idOf,
    signInAtPortal,
    addAccount,
    addPasskey,
    waitForJobs: backgroundJobs.waitUntilDone,
    close,
  };
}

/** Starts a desk that is closed at the end of the test. */
export async function openDesk(...options: Parameters<typeof startDesk>): Promise<DeskServer> {
  const desk = await startDesk(...options);
  onTestFinished(() => desk.close());
  return desk;
}

import { join } from 'node:path';
import { resolveConfig } from '#server/config/load.ts';
import type { CompletedLogin, PortalLogins } from '#server/login/engine.ts';
import { createOidcEngine } from '#server/protocols/oidc/index.ts';
import { signingKey } from '#server/protocols/oidc/keys.ts';
import type { ReloadingEngine } from '#server/protocols/reloading-engine.ts';
import {
  type SecurityEventDelivery,
  securityEventDelivery,
} from '#server/protocols/security-events/delivery.ts';
import { openDatabase } from '#server/storage/open.ts';
import { startHttpServer } from '#tests/support/server/http-server.ts';
import { DATA_KEYS, openTestStorage } from '#tests/support/server/storage.ts';
import { Browser } from './browser.ts';

/** A portal whose session is one cookie that names the account; it follows rule 156. */
export class FakePortal implements PortalLogins {
  readonly logins = new Map<string, CompletedLogin>();
  readonly signedOut: string[] = [];
  /** Service entries that the engine has reported. */
  readonly serviceEntries: string[] = [];

  #login(cookieHeader: string): CompletedLogin | null {
    const session = /(?:^|; )portal=([^;]+)/.exec(cookieHeader)?.[1];
    return session === undefined ? null : (this.logins.get(session) ?? null);
  }

  async satisfyingLogin(
    cookieHeader: string,
    request: Parameters<PortalLogins['satisfyingLogin']>[1],
  ): Promise<CompletedLogin | null> {
    const login = this.#login(cookieHeader);
    if (!login || login.at >= request.startedAt) return login;
    if (request.wantsFreshLogin) return null;
    const isTooOld = request.maxAgeSeconds !== null && Date.now() - login.at > request.maxAgeSeconds * 1000;
    return isTooOld ? null : login;
  }

  async signedInUser(cookieHeader: string): Promise<string | null> {
    return this.#login(cookieHeader)?.userId ?? null;
  }

  notifyLogout = async (_cookieHeader: string, onward: string): Promise<string> => onward;

  unconfirmedLogouts: PortalLogins['unconfirmedLogouts'] = async () => [];

  async signOut(cookieHeader: string): Promise<readonly string[]> {
    this.signedOut.push(cookieHeader);
    return ['portal=; Path=/; Max-Age=0'];
  }

  /** The engine's session that depends on each portal session, by its cookie. */
  readonly engineSessions = new Map<string, string>();

  async recordEngineSession(cookieHeader: string, userId: string, name: string): Promise<void> {
    if (this.#login(cookieHeader)?.userId === userId) this.engineSessions.set(cookieHeader, name);
  }

  auditServiceEntry(userId: string, clientId: string): void {
    this.serviceEntries.push(`${userId} at ${clientId}`);
  }

  async claims(userId: string, clientId: string) {
    const departments = ['rp', 'pl|ain'].includes(clientId) ? ['Sales', 'R&D'] : undefined;
    return {
      sub: userId,
      name: `Name of ${userId}`,
      email: `${userId}@example.com`,
      employee_number: '7',
      departments,
    };
  }
}

export const SECRET = 'a-secret-that-is-long-enough';

export const RELYING_PARTIES = [
  {
    clientId: 'rp',
    clientSecret: SECRET,
    redirectUris: ['https://rp.example/callback'],
    postLogoutRedirectUris: ['https://rp.example/bye'],
    initiateLoginUri: 'https://rp.example/login',
    serviceName: { ko: '서비스', en: 'Service' },
    groups: { claim: 'departments' },
  },
  {
    clientId: 'public',
    redirectUris: ['https://spa.example/callback'],
    serviceName: { ko: '공개', en: 'Public' },
  },
];

export type EngineServer = {
  readonly origin: string;
  readonly engine: ReloadingEngine;
  readonly portal: FakePortal;
  /** The security events for its services. */
  readonly delivery: SecurityEventDelivery;
  /** Moves the server's clock. */
  advance(seconds: number): void;
  close(): Promise<void>;
};

type Options = {
  readonly dataDir?: string;
  /** A free port when absent. */
  readonly port?: number;
  /** Origin of the demo client service. */
  readonly labOrigin?: string;
  readonly clients?: readonly unknown[];
  /** The issuer; the origin of the server when absent. */
  readonly publicUrl?: string;
  /** Further entries of the configuration file. */
  readonly extraConfig?: Readonly<Record<string, unknown>>;
};

/** Starts the engine alone, with a `FakePortal`. */
export async function startEngineServer({
  dataDir,
  port = 0,
  labOrigin = 'http://localhost:1',
  clients = RELYING_PARTIES,
  publicUrl,
  extraConfig = {},
}: Options = {}): Promise<EngineServer> {
  const portal = new FakePortal();
  let engine: ReloadingEngine | null = null;
  let offset = 0;
  const httpServer = await startHttpServer((req, res) => {
    // A connection that stays open would be dead for the client once a test starts another server on this port.
    res.shouldKeepAlive = false;
    if (engine?.handles(req.method ?? 'GET', req.url ?? '/')) void engine.handler(req, res);
    else res.end(`portal ${req.url}`);
  }, port);
  const origin = `http://localhost:${httpServer.port}`;
  const storage = await (dataDir
    ? openDatabase(join(dataDir, 'munjigi.sqlite'), DATA_KEYS)
    : openTestStorage());
  const config = resolveConfig({ publicUrl: publicUrl ?? origin, clients, ...extraConfig }, 'the test', {
    mode: 'demo',
    publicUrl: publicUrl ?? origin,
    labOrigin,
  });
  const keyStorage = { storage, dataDir: dataDir ?? null };
  const now = () => Date.now() + offset * 1000;
  const delivery = securityEventDelivery({ config, storage, signingKey: signingKey(keyStorage, now), now });
  portal.unconfirmedLogouts = delivery.unconfirmedLogouts;
  engine = await createOidcEngine({ config, portal, ...keyStorage, now }).catch(async (error: unknown) => {
    await httpServer.close();
    throw error;
  });
  return {
    origin,
    engine,
    portal,
    delivery,
    advance: (seconds) => {
      offset += seconds;
    },
    async close() {
      await httpServer.close();
      await storage.close();
    },
  };
}

/** The address of an authorization request of the relying party `rp`. */
export function authorizationUrl(origin: string, parameters: Readonly<Record<string, string>> = {}): URL {
  const url = new URL('/oauth2/authorize', origin);
  url.search = new URLSearchParams({
    client_id: 'rp',
    response_type: 'code',
    scope: 'openid profile email',
    redirect_uri: 'https://rp.example/callback',
    state: 'the-state',
    ...parameters,
  }).toString();
  return url;
}

/** The client authentication of the relying party `rp`. */
export const BASIC_AUTH = { authorization: `Basic ${Buffer.from(`rp:${SECRET}`).toString('base64')}` };

/** Pushes a request of the relying party `rp` (RFC 9126). */
export const pushRequest = (origin: string, body: URLSearchParams): Promise<Response> =>
  fetch(`${origin}/oauth2/par`, { method: 'POST', headers: BASIC_AUTH, body });

/** Redeems a code as the relying party `rp`. */
export const redeem = (
  origin: string,
  code: string,
  redirectUri = 'https://rp.example/callback',
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${origin}/oauth2/token`, {
    method: 'POST',
    headers: BASIC_AUTH,
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      ...fields,
    }),
  });

export const isOutside = (origin: string) => (url: URL) => url.origin !== origin;
export const isPortalPage = (url: URL) => url.pathname === '/redirect';

/** Begins a request and returns the ID that the portal receives for it. */
export async function beginRequest(browser: Browser, url: URL): Promise<string> {
  const page = await browser.follow(url, isPortalPage);
  return page.searchParams.get('uid') ?? '';
}

/**
 * Begins a request in a browser that is signed in at the portal, and resumes it; returns the address of the service to
 * which the engine redirects.
 */
export async function callbackOf(browser: Browser, request: URL): Promise<URL> {
  const { origin } = request;
  const uid = await beginRequest(browser, request);
  return browser.follow(`${origin}/oauth2/authorize/${uid}?noReauth=Y`, isOutside(origin));
}

/** The authorization code in an address of the service. */
export const codeIn = (callback: URL): string => callback.searchParams.get('code') ?? '';

/** The content of a signed token, which is not verified. */
export const claimsOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

/** Requests UserInfo with an access token. */
export const fetchUserinfo = (origin: string, accessToken: string): Promise<Response> =>
  fetch(`${origin}/oauth2/userinfo`, { headers: { authorization: `Bearer ${accessToken}` } });

/** A login by password that was just completed. */
export const loginOf = (userId: string): CompletedLogin => ({
  userId,
  amr: ['pwd'],
  steps: 1,
  at: Date.now(),
  signedInAt: Date.now(),
});

/** A browser with a portal session in which `userId` has just signed in. */
export function browserSignedInAs(server: EngineServer, userId: string, at = Date.now()): Browser {
  const browser = new Browser();
  setLogin(server, browser, userId, at);
  return browser;
}

/** Replaces the login of the browser's portal session. */
export function setLogin(
  server: Pick<EngineServer, 'origin' | 'portal'>,
  browser: Browser,
  userId: string,
  at = Date.now(),
  steps: 1 | 2 = 1,
): void {
  const session = crypto.randomUUID();
  server.portal.logins.set(session, { userId, amr: ['pwd'], steps, at, signedInAt: at });
  browser.setCookie(server.origin, 'portal', session);
}

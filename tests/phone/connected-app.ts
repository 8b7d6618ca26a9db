import { vi } from 'vitest';
import { createPhoneClient } from '#phone/calls/client.ts';
import type { AccountStore, StoredAccount } from '#phone/store/accounts.ts';
import { administrationOf } from '#server/administration/administration.ts';
import type { TestServer } from '#tests/support/server/server.ts';

const ORIGIN = 'http://localhost:8080';

/** A link of the administrator that registers the app for a person. */
export const linkTo = async (server: TestServer, userId: string): Promise<string> =>
  (await administrationOf(server.portal).issueProvisionLink(userId)) ?? '';

/**
 * The app, connected to a test server, with its storage in memory.
 * @param intercept changes an answer, or throws as a lost network does
 */
export function connectedApp(
  server: TestServer,
  intercept: (path: string, answer: Response) => Response = (_, answer) => answer,
) {
  const stored: StoredAccount[] = [];
  const skews: number[] = [];
  const requests: string[] = [];
  const browser = server.browser();
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    requests.push(`${init.method} ${url.pathname}`);
    return intercept(url.pathname, await browser.forward(new Request(url, { ...init, signal: null })));
  });
  const accounts: AccountStore = {
    all: async () => stored,
    put: async (account) => void stored.push(account),
    remove: async () => undefined,
    skewMs: async () => 0,
    saveSkew: async () => undefined,
  };
  const client = createPhoneClient({
    origin: ORIGIN,
    language: () => 'ko',
    skewMs: server.clock.now - Date.now(),
    saveSkew: (skewMs) => skews.push(skewMs),
  });
  const persistStorage = vi.fn(async () => true);
  const names: string[] = [];
  const deviceName = {
    read: async () => names.at(-1) ?? null,
    save: async (name: string) => void names.push(name),
  };
  const userAgent = 'Android Chrome/156';
  const deps = { client, accounts, origin: ORIGIN, userAgent, deviceName, persistStorage };
  return { deps, stored, skews, requests, persistStorage, client };
}

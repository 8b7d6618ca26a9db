import type { connect as connectTcp } from 'node:net';
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls';
import { Client, type Entry, PasswordPolicyControl, ResultCodeError } from 'ldapts';
import type { LdapSettings } from '#server/config/ldap.ts';
import { type BindResult, resultOfFailedBind, resultOfSuccessfulBind } from './bind-result.ts';
import { DirectoryProblemError, type DirectoryStep, problemAt } from './problem.ts';
import { addressOf, openSocket, tlsOptions, withTimeout } from './socket.ts';

/** The number of entries that a search reads: at most `max`, or all entries in pages of `pageSize` (RFC 2696). */
type SearchSize = { readonly max: number } | { readonly pageSize: number };

/** Parameters of a search. */
type Search = SearchSize & {
  readonly scope: 'base' | 'sub';
  readonly filter?: string;
  readonly attributes: readonly string[];
};

/** A connection to a directory, for one operation of the portal. */
export type DirectoryConnection = {
  readonly url: string;
  /** Addresses to which the host name resolved. */
  readonly addresses: readonly string[];
  /** Certificate of the directory; null on an unencrypted connection. */
  readonly certificate: PeerCertificate | null;
  /** Binds with a DN and password. If either is empty, the result is `wrong` without a bind. */
  bind(dn: string, password: string): Promise<BindResult>;
  /** @throws DirectoryProblemError of the given step */
  search(step: DirectoryStep, base: string, search: Search): Promise<readonly Entry[]>;
  close(): void;
};

/**
 * A connect function that returns a socket only once, so that the client cannot open an unencrypted connection later.
 */
function singleUseConnect(socket: ReturnType<typeof connectTcp>): typeof connectTcp {
  let isUsed = false;
  return () => {
    if (isUsed) throw new Error('the connection was closed');
    isUsed = true;
    return socket;
  };
}

/**
 * Opens a connection to one address of a directory, encrypted unless configured otherwise.
 * @throws DirectoryProblemError of the step that failed
 */
export async function connectTo(url: string, settings: LdapSettings): Promise<DirectoryConnection> {
  const address = addressOf(url);
  const { addresses, socket, tlsSocket } = await openSocket(address, settings);
  let encryptedSocket: TLSSocket | null = tlsSocket;
  const client = new Client({
    // Not used, because `createConnection` returns the open socket.
    url: 'ldap://directory',
    timeout: settings.answerSeconds * 1000,
    createConnection: singleUseConnect(socket),
    createSecureConnection: ((options: Parameters<typeof connectTls>[0]) => {
      encryptedSocket = connectTls(options);
      return encryptedSocket;
    }) as typeof connectTls,
  });
  const close = (): void => {
    encryptedSocket?.on('error', () => undefined).destroy();
    socket.on('error', () => undefined).destroy();
  };
  if (!address.isSecure && settings.startTls) {
    try {
      await withTimeout('tls', settings.connectSeconds, client.startTLS(tlsOptions(address, settings)));
    } catch (error) {
      close();
      throw error;
    }
  }
  return {
    url,
    addresses,
    certificate: encryptedSocket?.getPeerCertificate() ?? null,
    async bind(dn, password) {
      if (dn === '' || password === '') return 'wrong';
      const passwordPolicy = new PasswordPolicyControl();
      try {
        await client.bind(dn, password, passwordPolicy);
        return resultOfSuccessfulBind(passwordPolicy.value?.error);
      } catch (error) {
        const result =
          error instanceof ResultCodeError
            ? resultOfFailedBind(error.code, error.message, passwordPolicy.value?.error)
            : null;
        if (result === null) throw problemAt('bind', error);
        return result;
      }
    },
    async search(step, base, { scope, filter, attributes, ...searchSize }) {
      try {
        const { searchEntries } = await client.search(base, {
          scope,
          ...(filter !== undefined && { filter }),
          attributes: [...attributes],
          ...('max' in searchSize
            ? { sizeLimit: searchSize.max }
            : { paged: { pageSize: searchSize.pageSize } }),
          timeLimit: settings.answerSeconds,
        });
        return searchEntries;
      } catch (error) {
        throw problemAt(step, error);
      }
    },
    close,
  };
}

/**
 * Connects to the first reachable address of the directory.
 * @throws DirectoryProblemError of the last address when no address is reachable
 */
export async function connectToAny(settings: LdapSettings): Promise<DirectoryConnection> {
  let lastError: unknown = new DirectoryProblemError('name', 'unknown', 'no address');
  for (const url of settings.urls) {
    try {
      return await connectTo(url, settings);
    } catch (error) {
      lastError = error;
    }
  }
  throw lastError;
}

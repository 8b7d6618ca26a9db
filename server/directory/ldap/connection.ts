import type { connect as connectTcp } from 'node:net';
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls';
import { Client, type Entry, PasswordPolicyControl, ResultCodeError } from 'ldapts';
import type { LdapSettings } from '#server/config/ldap.ts';
import { type BindResult, bindRefused, bindSucceeded } from './bind-result.ts';
import { DirectoryProblemError, type DirectoryStep, problemAt } from './problem.ts';
import { addressOf, reach, tlsOptions, within } from './reach.ts';

/** What is looked for, and where. */
type Search = {
  readonly scope: 'base' | 'sub';
  readonly filter?: string;
  readonly attributes: readonly string[];
} & (
  | { readonly max: number }
  /** All of them, in answers of so many (RFC 2696). */
  | { readonly pageSize: number }
);

/** A connection to a directory, which serves one check. */
export type DirectoryConnection = {
  readonly url: string;
  /** What the name of the host stands for. */
  readonly addresses: readonly string[];
  /** What the directory has proved who it is by; null on a connection that is not encrypted. */
  readonly certificate: PeerCertificate | null;
  /** Whether DN and password are right. An empty one is wrong without a bind. */
  bind(dn: string, password: string): Promise<BindResult>;
  /** @throws DirectoryProblemError with the step that it was made for */
  search(step: DirectoryStep, base: string, search: Search): Promise<readonly Entry[]>;
  close(): void;
};

/** A socket that is used once: a lost connection is never replaced by an unencrypted one. */
function once(socket: ReturnType<typeof connectTcp>): typeof connectTcp {
  let isTaken = false;
  return () => {
    if (isTaken) throw new Error('the connection was closed');
    isTaken = true;
    return socket;
  };
}

/**
 * Opens a connection to one address of a directory, encrypted unless the settings say otherwise.
 * @throws DirectoryProblemError
 */
export async function connectTo(url: string, settings: LdapSettings): Promise<DirectoryConnection> {
  const address = addressOf(url);
  const { addresses, socket, secured } = await reach(address, settings);
  let encrypted: TLSSocket | null = secured;
  const client = new Client({
    url: 'ldap://directory',
    timeout: settings.answerSeconds * 1000,
    createConnection: once(socket),
    createSecureConnection: ((options: Parameters<typeof connectTls>[0]) => {
      encrypted = connectTls(options);
      return encrypted;
    }) as typeof connectTls,
  });
  const close = (): void => {
    encrypted?.on('error', () => undefined).destroy();
    socket.on('error', () => undefined).destroy();
  };
  if (!address.isSecure && settings.startTls) {
    try {
      await within('tls', settings.connectSeconds, client.startTLS(tlsOptions(address, settings)));
    } catch (error) {
      close();
      throw error;
    }
  }
  return {
    url,
    addresses,
    certificate: encrypted?.getPeerCertificate() ?? null,
    async bind(dn, password) {
      if (dn === '' || password === '') return 'wrong';
      const policy = new PasswordPolicyControl();
      try {
        await client.bind(dn, password, policy);
        return bindSucceeded(policy.value?.error);
      } catch (error) {
        const proof =
          error instanceof ResultCodeError
            ? bindRefused(error.code, error.message, policy.value?.error)
            : null;
        if (proof === null) throw problemAt('bind', error);
        return proof;
      }
    },
    async search(step, base, { scope, filter, attributes, ...most }) {
      try {
        const { searchEntries } = await client.search(base, {
          scope,
          ...(filter !== undefined && { filter }),
          attributes: [...attributes],
          ...('max' in most ? { sizeLimit: most.max } : { paged: { pageSize: most.pageSize } }),
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
 * A connection to the first address that can be reached.
 * @throws DirectoryProblemError of the last one when none can
 */
export async function connectToAny(settings: LdapSettings): Promise<DirectoryConnection> {
  let last: unknown = new DirectoryProblemError('name', 'unknown', 'no address');
  for (const url of settings.urls) {
    try {
      return await connectTo(url, settings);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

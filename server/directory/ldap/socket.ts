import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { LdapSettings } from '#server/config/ldap.ts';
import { DirectoryProblemError, type DirectoryStep, problemAt } from './problem.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'ldap:': 389, 'ldaps:': 636 };

/** Host and port of a directory; `isSecure` for an ldaps: address. */
export type DirectoryAddress = { readonly host: string; readonly port: number; readonly isSecure: boolean };

export function addressOf(url: string): DirectoryAddress {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port) || (DEFAULT_PORTS[protocol] ?? 0), isSecure: protocol === 'ldaps:' };
}

/** TLS options that verify the certificate of the directory. */
export const tlsOptions = ({ host }: DirectoryAddress, { authorities }: LdapSettings): ConnectionOptions => ({
  host,
  ...(isIP(host) === 0 && { servername: host }),
  ...(authorities !== null && { ca: authorities }),
  minVersion: 'TLSv1.2',
});

/**
 * Waits for the result of a step.
 * @throws DirectoryProblemError when the step fails, or takes longer than `seconds`
 */
export async function withTimeout<Value>(
  step: DirectoryStep,
  seconds: number,
  work: Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DirectoryProblemError(step, 'ETIMEDOUT', `no answer within ${seconds} s`)),
      seconds * 1000,
    );
  });
  try {
    return await Promise.race([work, timeout]);
  } catch (error) {
    throw problemAt(step, error);
  } finally {
    clearTimeout(timer);
  }
}

const untilEvent = (socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed')));
  });

/** Destroys a socket and ignores its later errors. */
const discardSocket = (socket: Socket): void => {
  socket.on('error', () => undefined);
  socket.destroy();
};

async function waitForEvent<Kind extends Socket>(
  step: DirectoryStep,
  seconds: number,
  socket: Kind,
  event: 'connect' | 'secureConnect',
): Promise<Kind> {
  try {
    await withTimeout(step, seconds, untilEvent(socket, event));
    return socket;
  } catch (error) {
    discardSocket(socket);
    throw error;
  }
}

/** An open socket to the directory. */
export type OpenSocket = {
  readonly addresses: readonly string[];
  readonly socket: Socket;
  /** The same socket for an ldaps: address; null for an ldap: address. */
  readonly tlsSocket: TLSSocket | null;
};

/**
 * Opens a socket: resolves the name, connects by TCP, and starts TLS for an ldaps: address.
 * @throws DirectoryProblemError with the step that failed
 */
export async function openSocket(address: DirectoryAddress, settings: LdapSettings): Promise<OpenSocket> {
  const { host, port, isSecure } = address;
  const { connectSeconds } = settings;
  const lookups = await withTimeout('name', connectSeconds, lookup(host, { all: true }));
  const addresses = lookups.map((result) => result.address);
  const socket = await waitForEvent('tcp', connectSeconds, connectTcp({ host, port }), 'connect');
  if (!isSecure) return { addresses, socket, tlsSocket: null };
  const tlsSocket = connectTls({ ...tlsOptions(address, settings), socket });
  await waitForEvent('tls', connectSeconds, tlsSocket, 'secureConnect').catch((error: unknown) => {
    discardSocket(socket);
    throw error;
  });
  return { addresses, socket: tlsSocket, tlsSocket };
}

import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import type { LdapSettings } from '#server/config/ldap.ts';
import { DirectoryProblemError, type DirectoryStep, problemAt } from './problem.ts';

const PORTS: Readonly<Record<string, number>> = { 'ldap:': 389, 'ldaps:': 636 };

/** One address of a directory. */
export type Address = { readonly host: string; readonly port: number; readonly isSecure: boolean };

export function addressOf(url: string): Address {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(port) || (PORTS[protocol] ?? 0), isSecure: protocol === 'ldaps:' };
}

/** By what the other side has to prove who it is. */
export const tlsOptions = ({ host }: Address, { authorities }: LdapSettings): ConnectionOptions => ({
  host,
  ...(isIP(host) === 0 && { servername: host }),
  ...(authorities !== null && { ca: authorities }),
  minVersion: 'TLSv1.2',
});

/** Waits for something of a step, and no longer than it may take. */
export async function within<Value>(
  step: DirectoryStep,
  seconds: number,
  work: Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DirectoryProblemError(step, 'ETIMEDOUT', `no answer within ${seconds} s`)),
      seconds * 1000,
    );
  });
  try {
    return await Promise.race([work, late]);
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

/** What a socket says after it was given up is of no interest. */
const giveUp = (socket: Socket): void => {
  socket.on('error', () => undefined);
  socket.destroy();
};

async function opened<Kind extends Socket>(
  step: DirectoryStep,
  seconds: number,
  socket: Kind,
  event: 'connect' | 'secureConnect',
): Promise<Kind> {
  try {
    await within(step, seconds, untilEvent(socket, event));
    return socket;
  } catch (error) {
    giveUp(socket);
    throw error;
  }
}

/** A connection that is open, with what was found out on the way. */
export type Reached = {
  readonly addresses: readonly string[];
  readonly socket: Socket;
  /** The socket again when it is encrypted from its first byte on. */
  readonly secured: TLSSocket | null;
};

/**
 * Opens a connection to an address: its name, TCP, and TLS where the address asks for it.
 * @throws DirectoryProblemError with the step that failed
 */
export async function reach(address: Address, settings: LdapSettings): Promise<Reached> {
  const { host, port, isSecure } = address;
  const { connectSeconds: seconds } = settings;
  const found = await within('name', seconds, lookup(host, { all: true }));
  const addresses = found.map((one) => one.address);
  const socket = await opened('tcp', seconds, connectTcp({ host, port }), 'connect');
  if (!isSecure) return { addresses, socket, secured: null };
  const secured = connectTls({ ...tlsOptions(address, settings), socket });
  await opened('tls', seconds, secured, 'secureConnect').catch((error: unknown) => {
    giveUp(socket);
    throw error;
  });
  return { addresses, socket: secured, secured };
}

import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { messageLength, type Request, readRequest, TAG, writeEntry, writeResult } from './ber.ts';

const CERTIFICATE_FOLDER = join(import.meta.dirname, 'certificates');

const readCertificateFile = (name: string): string => readFileSync(join(CERTIFICATE_FOLDER, name), 'utf8');

/** The certificate authority of the test certificates. */
export const AUTHORITY_FILE = join(CERTIFICATE_FOLDER, 'ca.pem');

/** A result of a bind that does not depend on the password. */
type BindResult = { readonly code: number; readonly text?: string; readonly policyError?: number };

/** An entry of the directory. */
export type Person = {
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly password?: string;
  readonly bindResult?: BindResult;
};

type Options = {
  /** The entries of the directory, by their distinguished names. */
  readonly people: Readonly<Record<string, Person>>;
  /** The certificate: for this host, for another host, or expired; `none` if the directory does not offer encryption. */
  readonly certificate?: 'good' | 'other' | 'expired' | 'none';
  /** Whether the connection is encrypted from its first byte on (ldaps). */
  readonly isSecure?: boolean;
  /** The kind of request that the directory does not answer; `handshake`: no TLS handshake follows StartTLS. */
  readonly silentAfter?: Request['kind'] | 'handshake';
  /** The kind of request after which the directory closes the connection. */
  readonly closesAfter?: Request['kind'];
};

export type TestDirectory = {
  readonly url: string;
  readonly port: number;
  /** The bind requests in the order of their arrival. */
  readonly binds: { readonly dn: string; readonly password: string; readonly isEncrypted: boolean }[];
  /** How many connections have been opened. */
  readonly connectionCount: () => number;
  /** How many connections are open now. */
  readonly openConnectionCount: () => number;
  close(): Promise<void>;
};

const START_TLS = '1.3.6.1.4.1.1466.20037';
const RESULT_CODE = {
  success: 0,
  noSuchObject: 32,
  protocolError: 2,
  invalidCredentials: 49,
  sizeLimitExceeded: 4,
};

/** Whether an entry is the base or below the base. */
const isInSubtree = (dn: string, base: string): boolean => dn === base || dn.endsWith(`,${base}`);

/** Starts a small LDAP directory on a free port (RFC 4511: bind, search, StartTLS). */
export async function startTestDirectory(options: Options): Promise<TestDirectory> {
  const { people, certificate = 'good', isSecure = false, silentAfter, closesAfter } = options;
  const binds: { dn: string; password: string; isEncrypted: boolean }[] = [];
  const sockets = new Set<Socket>();
  let connectionCount = 0;

  const encrypt = (socket: Socket): TLSSocket =>
    new TLSSocket(socket, {
      isServer: true,
      secureContext: createSecureContext({
        key: readCertificateFile('directory.key'),
        cert: readCertificateFile(`${certificate}.pem`),
      }),
    });

  const bind = ({ dn, password }: Extract<Request, { kind: 'bind' }>): BindResult => {
    if (dn === '' || password === '') return { code: RESULT_CODE.success };
    const person = people[dn];
    if (person?.bindResult) return person.bindResult;
    return { code: person?.password === password ? RESULT_CODE.success : RESULT_CODE.invalidCredentials };
  };

  const search = (request: Extract<Request, { kind: 'search' }>): Buffer[] => {
    const { id, base, isBaseOnly, sizeLimit, matches } = request;
    const inScope = Object.entries(people).filter(([dn]) =>
      isBaseOnly ? dn === base : isInSubtree(dn, base),
    );
    if (inScope.length === 0) return [writeResult(id, TAG.searchDone, RESULT_CODE.noSuchObject)];
    const matching = inScope.filter(([, { attributes }]) => matches(attributes));
    const isLimited = sizeLimit > 0 && matching.length > sizeLimit;
    return [
      ...matching
        .slice(0, isLimited ? sizeLimit : undefined)
        .map(([dn, { attributes }]) => writeEntry(id, dn, attributes)),
      writeResult(id, TAG.searchDone, isLimited ? RESULT_CODE.sizeLimitExceeded : RESULT_CODE.success),
    ];
  };

  const serve = (socket: Socket, isEncrypted: boolean): void => {
    let pending = Buffer.alloc(0);
    const onData = (data: Buffer): void => {
      pending = Buffer.concat([pending, data]);
      for (let length = messageLength(pending); length !== null; length = messageLength(pending)) {
        const request = readRequest(pending.subarray(0, length));
        pending = pending.subarray(length);
        answer(request);
        if (pending.length === 0) break;
      }
    };
    const answer = (request: Request): void => {
      if (request.kind === 'unbind') socket.end();
      if (request.kind === 'bind') binds.push({ dn: request.dn, password: request.password, isEncrypted });
      if (silentAfter === request.kind) return;
      if (closesAfter === request.kind) socket.destroy();
      else if (request.kind === 'bind') {
        const { code, text, policyError } = bind(request);
        socket.write(writeResult(request.id, TAG.bindResponse, code, text, policyError));
      } else if (request.kind === 'search') for (const part of search(request)) socket.write(part);
      else if (request.kind === 'extended') startTls(request);
    };
    const startTls = ({ id, name }: Extract<Request, { kind: 'extended' }>): void => {
      if (name !== START_TLS || certificate === 'none') {
        socket.write(
          writeResult(id, TAG.extendedResponse, RESULT_CODE.protocolError, 'unsupported extended operation'),
        );
        return;
      }
      socket.off('data', onData);
      socket.write(writeResult(id, TAG.extendedResponse, RESULT_CODE.success));
      if (silentAfter !== 'handshake') serve(encrypt(socket), true);
    };
    socket.on('error', () => socket.destroy());
    socket.on('data', onData);
  };

  const server: Server = createServer((socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serve(isSecure ? encrypt(socket) : socket, isSecure);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `${isSecure ? 'ldaps' : 'ldap'}://127.0.0.1:${port}`,
    port,
    binds,
    connectionCount: () => connectionCount,
    openConnectionCount: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

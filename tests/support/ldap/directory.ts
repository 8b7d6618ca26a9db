import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, TLSSocket } from 'node:tls';
import { entry, messageLength, type Request, readRequest, result, TAG } from './ber.ts';

const FOLDER = join(import.meta.dirname, 'certificates');

const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** The certificate authority of the test certificates. */
export const AUTHORITY_FILE = join(FOLDER, 'ca.pem');

/** The answer to a bind, instead of a comparison of the password. */
type Answer = { readonly code: number; readonly text?: string; readonly policyError?: number };

export type Person = {
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly password?: string;
  readonly answer?: Answer;
};

type Options = {
  readonly people: Readonly<Record<string, Person>>;
  /** The kind of certificate; `none`: without encryption. */
  readonly certificate?: 'good' | 'other' | 'expired' | 'none';
  /** Encrypted from the first byte on, as for ldaps. */
  readonly isSecure?: boolean;
  /** The kind of request after which the directory stops answering or closes the connection. */
  readonly silentAfter?: Request['kind'] | 'handshake';
  readonly closesAfter?: Request['kind'];
};

export type TestDirectory = {
  readonly url: string;
  readonly port: number;
  /** The bind requests in their order. */
  readonly binds: { readonly dn: string; readonly password: string; readonly isEncrypted: boolean }[];
  readonly connections: () => number;
  /** How many connections are open now. */
  readonly openConnections: () => number;
  close(): Promise<void>;
};

const START_TLS = '1.3.6.1.4.1.1466.20037';
const CODE = { success: 0, noSuchObject: 32, protocolError: 2, invalidCredentials: 49, sizeLimitExceeded: 4 };

const isBelow = (dn: string, base: string): boolean => dn === base || dn.endsWith(`,${base}`);

/** Starts a small LDAP directory on a free port (RFC 4511: bind, search, StartTLS). */
export async function testDirectory(options: Options): Promise<TestDirectory> {
  const { people, certificate = 'good', isSecure = false, silentAfter, closesAfter } = options;
  const binds: { dn: string; password: string; isEncrypted: boolean }[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const encrypt = (socket: Socket): TLSSocket =>
    new TLSSocket(socket, {
      isServer: true,
      secureContext: createSecureContext({ key: read('directory.key'), cert: read(`${certificate}.pem`) }),
    });

  const bindAnswer = ({ dn, password }: Extract<Request, { kind: 'bind' }>): Answer => {
    if (dn === '' || password === '') return { code: CODE.success };
    const person = people[dn];
    if (person?.answer) return person.answer;
    return { code: person?.password === password ? CODE.success : CODE.invalidCredentials };
  };

  const answerSearch = (request: Extract<Request, { kind: 'search' }>): Buffer[] => {
    const { id, base, isBaseOnly, sizeLimit, matches } = request;
    const below = Object.entries(people).filter(([dn]) => (isBaseOnly ? dn === base : isBelow(dn, base)));
    if (below.length === 0) return [result(id, TAG.searchDone, CODE.noSuchObject)];
    const matching = below.filter(([, { attributes }]) => matches(attributes));
    const isLimited = sizeLimit > 0 && matching.length > sizeLimit;
    return [
      ...matching
        .slice(0, isLimited ? sizeLimit : undefined)
        .map(([dn, { attributes }]) => entry(id, dn, attributes)),
      result(id, TAG.searchDone, isLimited ? CODE.sizeLimitExceeded : CODE.success),
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
        const { code, text, policyError } = bindAnswer(request);
        socket.write(result(request.id, TAG.bindAnswer, code, text, policyError));
      } else if (request.kind === 'search') for (const part of answerSearch(request)) socket.write(part);
      else if (request.kind === 'extended') startTls(request);
    };
    const startTls = ({ id, name }: Extract<Request, { kind: 'extended' }>): void => {
      if (name !== START_TLS || certificate === 'none') {
        socket.write(result(id, TAG.extendedAnswer, CODE.protocolError, 'unsupported extended operation'));
        return;
      }
      socket.off('data', onData);
      socket.write(result(id, TAG.extendedAnswer, CODE.success));
      if (silentAfter !== 'handshake') serve(encrypt(socket), true);
    };
    socket.on('error', () => socket.destroy());
    socket.on('data', onData);
  };

  const server: Server = createServer((socket) => {
    connections += 1;
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
    connections: () => connections,
    openConnections: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

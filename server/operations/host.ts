import type { IncomingMessage, ServerResponse } from 'node:http';

/** A name or an address with or without a port (RFC 9110, section 7.2): no user, path or query. */
const VALID_HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;
const IP_ADDRESS = /^(?:\[[\da-f:.]+\]|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/i;
const LOCALHOST = /^localhost(?::\d+)?$/i;

/** Whether a request has at most one Host header, and every Host header is well-formed. */
export function hasValidHost({ headersDistinct: { host = [] } }: IncomingMessage): boolean {
  return host.length <= 1 && host.every((value) => VALID_HOST.test(value));
}

/**
 * Whether the Host header is an IP address or localhost. Any other host name could belong to another site, which lets
 * the name resolve to this machine (DNS rebinding).
 */
export const hasIpOrLocalhost = ({ headersDistinct: { host = [] } }: IncomingMessage): boolean =>
  host.every((value) => IP_ADDRESS.test(value) || LOCALHOST.test(value));

/** Answers a request with a malformed or foreign Host header. */
export function rejectHost(res: ServerResponse): void {
  res
    .writeHead(400, { 'Content-Type': 'text/plain', Connection: 'close' })
    .end('The Host header is wrong.\n');
}

/** Whether the client disconnected before the request was complete. */
export const isAborted = (req: IncomingMessage | undefined): boolean =>
  req?.complete === false && (req.destroyed || req.socket.destroyed);

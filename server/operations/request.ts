import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The HTTP request that is being answered, for log and audit lines. */
export type CurrentRequest = {
  readonly id: string;
  readonly address: string;
  /** The network of the address, for which limits count: an IPv4 address or an IPv6 prefix. */
  readonly network: string;
  /** Readable name of the browser, such as `Chrome · Windows`. */
  readonly browser: string;
  /** Token in the cookie of a known browser; empty when the request has no such cookie. */
  readonly browserToken: string;
  /** Token in the cookie of a remembered browser; empty when the request has no such cookie. */
  readonly rememberedToken: string;
  /** Whether `browserToken` belongs to a known browser, as read from the storage. */
  readonly isKnownBrowser: () => Promise<boolean>;
};

const requestStorage = new AsyncLocalStorage<CurrentRequest>();

const VALID_REQUEST_ID = /^[\w.-]{8,64}$/;

/** The ID of a request: the ID in the header of a trusted proxy, otherwise a new ID. */
export const requestIdOf = (header: string | undefined, trustProxy: boolean): string =>
  trustProxy && header !== undefined && VALID_REQUEST_ID.test(header) ? header : randomUUID();

/** Runs a function with a current request. */
export const runWithRequest = <Result>(request: CurrentRequest, work: () => Result): Result =>
  requestStorage.run(request, work);

/** The request that is being answered; null when no request is being answered. */
export const currentRequest = (): CurrentRequest | null => requestStorage.getStore() ?? null;

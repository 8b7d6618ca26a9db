import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The HTTP request that is being answered, for log and audit lines. */
export type CurrentRequest = {
  readonly id: string;
  readonly address: string;
  /** The address or IPv6 prefix by which limits count. */
  readonly network: string;
  /** Family of the browser, such as `Chrome · Windows`. */
  readonly browser: string;
  /** Token of a known browser; empty without one. */
  readonly browserToken: string;
  /** Token of a remembered browser; empty without one. */
  readonly rememberedToken: string;
  /** Whether the token is that of a known browser, read from the storage. */
  readonly isKnown: () => Promise<boolean>;
};

const requestStorage = new AsyncLocalStorage<CurrentRequest>();

const VALID_REQUEST_ID = /^[\w.-]{8,64}$/;

/** The id of a request: from a trusted proxy's header, otherwise a new one. */
export const requestIdOf = (header: string | undefined, trustProxy: boolean): string =>
  trustProxy && header !== undefined && VALID_REQUEST_ID.test(header) ? header : randomUUID();

/** Runs `work` with a current request. */
export const runWithRequest = <Result>(request: CurrentRequest, work: () => Result): Result =>
  requestStorage.run(request, work);

/** The request that is being answered; null outside of a request. */
export const currentRequest = (): CurrentRequest | null => requestStorage.getStore() ?? null;

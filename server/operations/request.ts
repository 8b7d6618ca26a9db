import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The request that is being answered, for the lines that are written meanwhile. */
export type CurrentRequest = {
  readonly id: string;
  readonly address: string;
  /** What limits count the address under. */
  readonly network: string;
  /** Family of the browser, such as `Chrome · Windows`. */
  readonly browser: string;
  /** Token of a browser in which somebody has signed in; empty when it has none. */
  readonly browserToken: string;
  /** Token by which that browser stands in for a second step; empty when it has none. */
  readonly rememberedToken: string;
  /** Whether somebody has signed in by that browser, as the storage knows it now. */
  readonly isKnown: () => Promise<boolean>;
};

const current = new AsyncLocalStorage<CurrentRequest>();

const VALID_REQUEST_ID = /^[\w.-]{8,64}$/;

/** The id that a proxy has given a request, else a new one. */
export const requestIdOf = (header: string | undefined, trustProxy: boolean): string =>
  trustProxy && header !== undefined && VALID_REQUEST_ID.test(header) ? header : randomUUID();

/** Does something on behalf of a request. */
export const duringRequest = <Result>(request: CurrentRequest, work: () => Result): Result =>
  current.run(request, work);

/** The request that is being answered; null outside of one. */
export const currentRequest = (): CurrentRequest | null => current.getStore() ?? null;

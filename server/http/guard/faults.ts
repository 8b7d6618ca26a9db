import { createMiddleware } from 'hono/factory';
import type { Env } from '#server/http/env.ts';

/** A fault that replaces the next answers of a call. */
export type Fault = {
  /** A path, or the beginning of paths when it ends in `*`. */
  readonly path: string;
  /** HTTP method of the call; any method when absent. */
  readonly method?: string;
  readonly status: number;
  /** Value that is answered as JSON. Without `body` and `raw`, the body of the answer is empty. */
  readonly body?: unknown;
  /** Text that is answered unchanged, instead of `body`. */
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of answers that the fault replaces. */
  readonly times: number;
};

/** The fault switch of the lab. A production server has no fault switch. */
export interface Faults {
  set(fault: Fault): void;
  clear(): void;
  /** The pending faults, each with its remaining number of times. */
  list(): readonly Fault[];
  /** Whether a fault will replace the next answer to this call. */
  hasFaultFor(method: string, path: string): boolean;
  /** The first fault for a call, whose `times` is then reduced by one; null when no fault applies to the call. */
  take(method: string, path: string): Fault | null;
}

const appliesTo = (fault: Fault, method: string, path: string): boolean =>
  (fault.method === undefined || fault.method === method) &&
  (fault.path.endsWith('*') ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path);

/** Creates a fault switch without any fault. */
export function createFaults(): Faults {
  let faults: readonly Fault[] = [];
  return {
    set(fault) {
      faults = [...faults, fault];
    },
    clear() {
      faults = [];
    },
    list: () => faults,
    hasFaultFor: (method, path) => faults.some((fault) => appliesTo(fault, method, path)),
    take(method, path) {
      const nextFault = faults.find((fault) => appliesTo(fault, method, path)) ?? null;
      faults = faults
        .map((fault) => (fault === nextFault ? { ...fault, times: fault.times - 1 } : fault))
        .filter(({ times }) => times > 0);
      return nextFault;
    },
  };
}

function answerOf({ status, body, raw, headers }: Fault): Response {
  const init = { status, headers: { ...headers } };
  if (raw !== undefined) return new Response(raw, init);
  return body === undefined ? new Response(null, init) : Response.json(body, init);
}

/** Middleware that answers with the next fault for a call, if there is a fault; it has to be the first middleware. */
export const injectFaults = (faults: Faults) =>
  createMiddleware<Env>(async (c, next) => {
    const fault = faults.take(c.req.method, c.req.path);
    if (!fault) return next();
    c.res = answerOf(fault);
  });

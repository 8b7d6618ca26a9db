import { createMiddleware } from 'hono/factory';
import type { Env } from '#server/http/env.ts';

/** A fault that replaces the next answers of a call. */
export type Fault = {
  /** A path, or the beginning of paths when it ends in `*`. */
  readonly path: string;
  /** Any method when absent. */
  readonly method?: string;
  readonly status: number;
  /** `body` is answered as JSON, `raw` unchanged; without both, the body is empty. */
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Number of answers that it replaces. */
  readonly times: number;
};

/** The fault switch of the lab; a production server has none. */
export interface Faults {
  set(fault: Fault): void;
  clear(): void;
  /** The pending faults, each with its remaining number of times. */
  list(): readonly Fault[];
  /** Whether a fault will replace the next answer to this call. */
  hasFaultFor(method: string, path: string): boolean;
  /** Uses up one time of the first fault for this call. */
  take(method: string, path: string): Fault | null;
}

const appliesTo = (fault: Fault, method: string, path: string): boolean =>
  (fault.method === undefined || fault.method === method) &&
  (fault.path.endsWith('*') ? path.startsWith(fault.path.slice(0, -1)) : path === fault.path);

/** A switch with no fault set. */
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

/** Answers with a fault when one is set for the call, before any other middleware. */
export const injectFaults = (faults: Faults) =>
  createMiddleware<Env>(async (c, next) => {
    const fault = faults.take(c.req.method, c.req.path);
    if (!fault) return next();
    c.res = answerOf(fault);
  });

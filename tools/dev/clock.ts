import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Plugin } from 'vite';
import type { Clock } from '#server/config/deps.ts';
import { DEV_CLOCK } from '#src/inspector/clock-call.ts';

/** A clock that the page's inspector can advance. */
export type ServerClock = {
  /** Epoch milliseconds. */
  readonly now: Clock;
  /** By how many milliseconds it is ahead of the machine's clock. */
  readonly ahead: () => number;
  readonly advance: (ms: number) => void;
};

/** @param now the clock of the machine, in epoch milliseconds */
export const serverClock = (now: Clock): ServerClock => {
  let ahead = 0;
  return {
    now: () => now() + ahead,
    ahead: () => ahead,
    advance: (ms) => {
      ahead += ms;
    },
  };
};

const isTimeSpan = (body: unknown): body is { readonly ms: number } =>
  typeof body === 'object' &&
  body !== null &&
  'ms' in body &&
  Number.isFinite(body.ms) &&
  Number(body.ms) >= 0;

/** Whether a page of another origin could not make the request without a CORS preflight. */
const needsPreflight = ({ headers }: IncomingMessage): boolean =>
  headers['content-type'] === 'application/json';

async function advanceBy(request: IncomingMessage, clock: ServerClock): Promise<number> {
  if (!needsPreflight(request)) return 403;
  const body: unknown = await json(request).catch(() => null);
  if (!isTimeSpan(body)) return 400;
  clock.advance(body.ms);
  return 200;
}

/**
 * Answers `GET` and `POST {"ms"}` to {@link DEV_CLOCK} with `{"ahead"}`, in milliseconds: null for another server,
 * whose clock cannot be advanced. Answers 400 for an invalid time span, 403 for a page of another origin.
 */
export async function answerClock(
  clock: ServerClock | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const status = clock && request.method === 'POST' ? await advanceBy(request, clock) : 200;
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ ahead: clock?.ahead() ?? null }));
}

/** The Vite plugin that serves {@link answerClock}. */
export const clockCalls = (clock: ServerClock | null): Plugin => ({
  name: 'munjigi:dev-clock',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use(DEV_CLOCK, (request, response, next) => {
      answerClock(clock, request, response).catch(next);
    });
  },
});

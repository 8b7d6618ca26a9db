import type { IncomingMessage, ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Plugin } from 'vite';
import type { Clock } from '#server/config/deps.ts';
import { DEV_CLOCK_PATH } from '#src/inspector/clock-call.ts';

/** The clock of the reference server, which the inspector of the page can advance. */
export type ServerClock = {
  /** Epoch milliseconds. */
  readonly now: Clock;
  /** The milliseconds by which the clock was advanced. */
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

/** Whether a browser would send the request of a page of another origin only after a CORS preflight. */
const needsPreflight = ({ headers }: IncomingMessage): boolean =>
  headers['content-type'] === 'application/json';

/** Advances the clock by the time in the body of a request; returns the HTTP status of the response. */
async function advanceBy(request: IncomingMessage, clock: ServerClock): Promise<number> {
  if (!needsPreflight(request)) return 403;
  const body: unknown = await json(request).catch(() => null);
  if (!isTimeSpan(body)) return 400;
  clock.advance(body.ms);
  return 200;
}

/**
 * Answers `GET` and `POST {"ms"}` to {@link DEV_CLOCK_PATH} with `{"ahead"}`: the milliseconds by which the clock was
 * advanced. The status is 400 for an invalid time, and 403 for a request that a page of another origin can send.
 * @param clock null for another server, whose clock cannot be advanced; `ahead` is then null
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

/** A Vite plugin that answers the calls for the clock ({@link answerClock}). */
export const clockCalls = (clock: ServerClock | null): Plugin => ({
  name: 'munjigi:dev-clock',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use(DEV_CLOCK_PATH, (request, response, next) => {
      answerClock(clock, request, response).catch(next);
    });
  },
});

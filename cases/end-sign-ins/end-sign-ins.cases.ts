import type { Cases } from '#cases/cases.ts';
import { FAILURES, loginResult, rejected } from '#cases/samples.ts';
import type { EndSignInsMachine } from '#machines/end-sign-ins/end-sign-ins.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import type { OpenSignIn, OpenSignIns } from '#wire/open-sign-ins.ts';

/** Refusal of a call whose login has expired. */
const OUTDATED = failed(rejected('', 401));

const openSignIn = (sessionId: string, browser: string): OpenSignIn => ({
  sessionId,
  browser,
  addressRange: '203.0.113.*',
  startedAt: Date.UTC(2026, 10, 24, 0, 12),
  lastSeenAt: Date.UTC(2026, 10, 24, 1, 30),
});

/** The open sign-ins of a person in two browsers, of which the person has to end `leastEnds`. */
export const openSignIns = (leastEnds: number): OpenSignIns => ({
  signIns: [openSignIn('session-1', 'Chrome · Windows'), openSignIn('session-2', '')],
  limit: 3 - leastEnds,
  leastEnds,
});

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'ends.toggled', sessionId: 'session-1' },
    { type: 'ends.submitted', sessionIds: [] },
    { type: 'ends.submitted', sessionIds: ['session-1'] },
    { type: 'ends.submitted', sessionIds: ['session-1', 'session-2'] },
    { type: 'ends.back' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    fetchSignIns: [
      ...[0, 1, 2].map((leastEnds) => success(openSignIns(leastEnds))),
      success({ signIns: [], limit: 1, leastEnds: 0 }),
      OUTDATED,
      ...FAILURES,
    ],
    endSignIns: [success(loginResult()), failed(rejected('signedInElsewhere', 409)), OUTDATED, ...FAILURES],
  },
} satisfies Cases<EndSignInsMachine>;

import type { Cases } from '#cases/cases.ts';
import { FAILURES, LAST_SIGN_IN, rejected } from '#cases/samples.ts';
import type { FactorsMachine } from '#machines/factors/factors.machine.ts';
import type { Overview } from '#machines/shared/factor.ts';
import type { FactorsInput } from '#machines/shared/registration.ts';
import { failed, success } from '#machines/shared/result.ts';

const DAY_MS = 86_400_000;

export const OVERVIEW: Overview = {
  factors: [
    {
      factorId: 'factor-1',
      type: '12',
      name: 'Laptop',
      description: {},
      registeredAt: 20_000 * DAY_MS,
      lastUsedAt: 20_100 * DAY_MS,
      isRemovable: true,
    },
    {
      factorId: 'factor-2',
      type: '7',
      name: '',
      description: {
        serialNumber: '****0501',
        modelCode: 'C200',
        companyName: 'Hanbit',
        registrationDate: '2026-03-02',
      },
      registeredAt: 20_001 * DAY_MS,
      lastUsedAt: null,
      isRemovable: false,
    },
  ],
  sessions: [
    {
      sessionId: 'session-1',
      startedAt: 20_101 * DAY_MS,
      lastSeenAt: 20_102 * DAY_MS,
      browser: 'Firefox',
      addressRange: '203.0.113.0/24',
      isThis: true,
    },
    {
      sessionId: 'session-2',
      startedAt: 20_090 * DAY_MS,
      lastSeenAt: 20_091 * DAY_MS,
      browser: '',
      addressRange: '',
      isThis: false,
    },
  ],
  rememberedBrowsers: [
    {
      rememberedId: 'remembered-1',
      browser: 'Chrome · Windows',
      rememberedAt: 20_090 * DAY_MS,
      lastUsedAt: 20_100 * DAY_MS,
      expiresAt: 20_120 * DAY_MS,
      isThis: false,
    },
  ],
  lastSignIn: LAST_SIGN_IN,
};

export const FACTORS_INPUT: FactorsInput = {
  userId: 'kim',
  token: 'token-1',
  factorTypes: ['7', '8', '9', '12'],
  defaultFactorType: '7',
};

/** Refusals of a call without a valid proof, or with a proof that is too weak. */
const PROOF_REFUSALS = [failed(rejected('notAuthorized', 401)), failed(rejected('tooWeak', 403))] as const;

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'overview.retry' },
    { type: 'overview.back' },
    { type: 'type.chosen', factorType: '7' },
    { type: 'type.chosen', factorType: '8' },
    { type: 'type.opened', factorType: '7' },
    { type: 'type.chosen', factorType: '9' },
    { type: 'type.chosen', factorType: '12' },
    { type: 'factor.rename', factorId: 'factor-1' },
    { type: 'factor.remove', factorId: 'factor-1' },
    { type: 'session.end', sessionId: 'session-2' },
    { type: 'remembered.end', rememberedId: 'remembered-1' },
    { type: 'name.submitted', name: ' ' },
    { type: 'name.submitted', name: 'x'.repeat(21) },
    { type: 'name.submitted', name: 'a\u200db' },
    { type: 'name.submitted', name: 'Office' },
    { type: 'name.edited' },
    { type: 'removal.confirmed' },
    { type: 'end.confirmed' },
    { type: 'change.cancelled' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    fetchOverview: [success(OVERVIEW), ...PROOF_REFUSALS, ...FAILURES],
    rename: [success({}), failed(rejected('nameTaken', 409)), ...PROOF_REFUSALS, FAILURES[1]],
    remove: [success({}), ...PROOF_REFUSALS, failed(rejected('lastFactor', 409))],
    endSession: [success({}), ...PROOF_REFUSALS, FAILURES[1]],
    forgetBrowser: [success({}), ...PROOF_REFUSALS, FAILURES[1]],
  },
} satisfies Cases<FactorsMachine>;

import type { Cases } from '#cases/cases.ts';
import { loginResult } from '#cases/samples.ts';
import type { SecondFactorMachine } from '#machines/second-factor/second-factor.machine.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';

/** Outputs of the flow of every method. */
const OUTCOMES = [{ reason: 'outdated' }, { reason: 'authenticated', login: loginResult() }] as const;

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    ...(['-1', '0', '1', '2', '7', '9', '10', '11', '12', '13'] as const).map((code) => ({
      type: 'token.switch' as const,
      code,
    })),
    { type: 'default.toggled', isDefault: true },
    { type: 'default.toggled', isDefault: false },
    { type: 'remember.toggled', remembers: true },
    { type: 'remember.toggled', remembers: false },
    { type: 'second.back' },
    { type: 'failure.dismissed' },
    { type: 'screen.leave' },
  ],
  answers: {
    password: [...OUTCOMES],
    emergency: [...OUTCOMES],
    'sent-code': [...OUTCOMES],
    'device-code': [...OUTCOMES, { reason: 'authenticated', login: loginResult({ to: '/change' }) }],
    push: [{ reason: 'left' }, ...OUTCOMES],
    qr: [...OUTCOMES],
    passkey: [...OUTCOMES],
    saveDefault: [success(undefined), failed(UNREACHABLE)],
  },
} satisfies Cases<SecondFactorMachine>;

import { assign, setup } from 'xstate';
import type { PasswordSecurity } from '#machines/shared/domain.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import type { PasswordSetupInput, PasswordSetupOutput } from '#machines/shared/password-steps.ts';
import { flow, port } from '#machines/shared/port.ts';
import type { Result } from '#machines/shared/result.ts';

export type PasswordExpiryInput = {
  readonly userId: string;
  readonly clientId: string;
  /** The token of the login that requires the password change (rule 12). */
  readonly token: string;
  /**
   * Why the password has to be changed: an administrator's first login (`firstLogin`), an expired password, or a password
   * that somebody else has set (`required`).
   */
  readonly reason: 'firstLogin' | 'expired' | 'required';
  /** The day on which the password expired, as it is shown; empty when unknown. */
  readonly expiredDay: string;
};

export type PasswordExpiryOutput =
  /** `to` is the address in the server's answer; empty when the stored address is used. */
  { readonly reason: 'saved'; readonly to: string } | { readonly reason: 'back' };

type PasswordExpiryContext = PasswordExpiryInput & {
  /** Number of former passwords that may not be used again. */
  readonly reuseLimit: number;
  readonly outcome: PasswordExpiryOutput | null;
};

/** The required password change after a login (spec section 4). */
export const passwordExpiryMachine = setup({
  types: {
    context: {} as PasswordExpiryContext,
    input: {} as PasswordExpiryInput,
    output: {} as PasswordExpiryOutput,
    tags: {} as 'busy',
  },
  actors: {
    fetchSetting: port<Result<PasswordSecurity>, { clientId: string }>('password-expiry.fetchSetting'),
    'password-setup': flow<PasswordSetupInput, PasswordSetupOutput>('password-expiry.passwordSetup'),
  },
  guards: { isSaved: (_, output: PasswordSetupOutput) => output.reason === 'saved' },
  actions: {
    setSetting: assign((_, answer: Result<PasswordSecurity>) =>
      answer.ok ? { reuseLimit: answer.value.passwordReuseLimit } : {},
    ),
    end: assign({ outcome: { reason: 'back' } }),
    setSaved: assign((_, output: PasswordSetupOutput) =>
      output.reason === 'saved' ? { outcome: output } : {},
    ),
  },
}).createMachine({
  id: 'password-expiry',
  context: ({ input }) => ({ ...input, reuseLimit: 0, outcome: null }),
  initial: 'preparing',
  output: ({ context }) => requireOutcome(context),
  states: {
    preparing: {
      description: 'Requests how many former passwords cannot be used again.',
      tags: 'busy',
      invoke: {
        id: 'fetchSetting',
        src: 'fetchSetting',
        input: ({ context: { clientId } }) => ({ clientId }),
        onDone: { target: 'setup', actions: { type: 'setSetting', params: ({ event }) => event.output } },
        onError: 'setup',
      },
    },
    setup: {
      description: 'The new password.',
      invoke: {
        id: 'password-setup',
        src: 'password-setup',
        input: ({ context: { userId, token, reuseLimit } }) => ({
          userId,
          token,
          type: 'change',
          reuseLimit,
        }),
        onDone: [
          {
            guard: { type: 'isSaved', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setSaved', params: ({ event }) => event.output },
          },
          { target: 'done', actions: 'end' },
        ],
        onError: { target: 'done', actions: 'end' },
      },
    },
    done: { type: 'final' },
  },
});

export type PasswordExpiryMachine = typeof passwordExpiryMachine;

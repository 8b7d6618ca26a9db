import { assign, sendTo, setup } from 'xstate';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { flow, port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Result } from '#machines/shared/result.ts';
import type { FlowType } from '#wire/runtime-config.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { boxesOf } from './boxes.ts';
import { defaultCodeToSave } from './default.ts';
import { type ProofFlow, proofFlowOf } from './proof-flows.ts';
import type {
  DeviceCodeProofInput,
  EmergencyProofInput,
  PasskeyProofInput,
  PasswordProofInput,
  PushProofInput,
  QrProofInput,
  SentCodeProofInput,
} from './proof-inputs.ts';
import type { SecondFactorContext, SecondFactorEvent, SecondFactorInput } from './second-factor.types.ts';
import { offeredTokens } from './slots.ts';

/** Maximum time for which saving the default may delay the login, in milliseconds (rule 63). */
export const SAVING_TIMEOUT = 3000;

/** Whether a method is the saved default of the second step. */
const isSavedDefault = ({ secondDefault }: Policy, code: TypeCode | null): boolean =>
  code !== null && secondDefault === code;

/**
 * The initial context. The token that a reload has interrupted is active; without an interruption, the token with the first
 * rank is active (rule 103).
 */
export function initialContext(input: SecondFactorInput): SecondFactorContext {
  const { policy, pending } = input;
  const offered = offeredTokens(policy);
  const interrupted = pending?.kind === 'approval' ? null : pending?.tokenCode;
  const active = offered.find((code) => code === interrupted) ?? offered[0] ?? null;
  return {
    ...input,
    offered,
    active,
    isDefault: isSavedDefault(policy, active),
    remembers: false,
    next: null,
    outcome: null,
  };
}

/** Setup of the second-factor machine. */
export const secondFactorSetup = setup({
  types: {
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
    input: {} as SecondFactorInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy',
  },
  actors: {
    password: flow<PasswordProofInput, MethodOutcome>('second-factor.password'),
    emergency: flow<EmergencyProofInput, MethodOutcome>('second-factor.emergency'),
    'sent-code': flow<SentCodeProofInput, MethodOutcome>('second-factor.sentCode'),
    'device-code': flow<DeviceCodeProofInput, MethodOutcome>('second-factor.deviceCode'),
    push: flow<PushProofInput, MethodOutcome>('second-factor.push'),
    qr: flow<QrProofInput, MethodOutcome>('second-factor.qr'),
    passkey: flow<PasskeyProofInput, MethodOutcome>('second-factor.passkey'),
    /** Saves or clears the default of the second step (spec section 9). */
    saveDefault: port<Result<unknown>, { userId: string; type: FlowType; code: string }>(
      'second-factor.saveDefault',
    ),
  },
  guards: {
    hasToken: ({ context }) => context.active !== null,
    usesFlow: ({ context }, flowName: ProofFlow) =>
      context.active !== null && proofFlowOf(context.active) === flowName,
    isOtherToken: ({ context }, code: TypeCode) => code !== context.active && context.offered.includes(code),
    hasNext: ({ context }) => context.next !== null,
    isAuthenticated: (_, outcome: MethodOutcome) => outcome.reason === 'authenticated',
    mayRemember: ({ context: { policy } }) => policy.rememberBrowserDays !== undefined,
    savesDefault: ({ context }) => defaultCodeToSave(context) !== null,
  },
  delays: { timeout: SAVING_TIMEOUT },
  actions: {
    /** Drops the pending code or push of the previous token (rule 79). Provided with the ports. */
    dropPending: () => {
      throw new UnprovidedPortError('second-factor.dropPending');
    },
    /** Requests the push flow to withdraw its push, before another token or screen opens (rule 84). */
    requestPushLeave: sendTo('push', { type: 'screen.leave' }),
    setNext: assign((_, next: TypeCode | null) => ({ next })),
    activateNext: assign(({ context: { policy, next } }) => ({
      active: next,
      next: null,
      isDefault: isSavedDefault(policy, next),
      pending: null,
    })),
    activate: assign(({ context: { policy } }, active: TypeCode) => ({
      active,
      isDefault: isSavedDefault(policy, active),
      pending: null,
    })),
    setDefault: assign((_, isDefault: boolean) => ({ isDefault })),
    setRemembers: assign((_, remembers: boolean) => ({ remembers })),
    /** Sends the check boxes to the flow of the active token. */
    forwardBoxes: sendTo(
      ({ context: { active } }) => (active === null ? '' : proofFlowOf(active)),
      ({ context }) => ({ type: 'boxes.changed', boxes: boxesOf(context) }),
    ),
    end: assign((_, outcome: MethodOutcome) => ({ outcome })),
  },
});

import { assign, sendTo, setup } from 'xstate';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { flow, port, UnprovidedPortError } from '#machines/shared/port.ts';
import type { Result } from '#machines/shared/result.ts';
import type { FlowType } from '#wire/runtime-config.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { boxesOf } from './boxes.ts';
import { defaultToSave } from './default.ts';
import { type ProofFlow, proofFlowOf } from './proof-flows.ts';
import type {
  DeviceCodeProof,
  EmergencyProof,
  PasskeyProof,
  PasswordProof,
  PushProof,
  QrProof,
  SentCodeProof,
} from './proofs.ts';
import type { SecondFactorContext, SecondFactorEvent, SecondFactorInput } from './second-factor.types.ts';
import { offeredTokens } from './slots.ts';

/** Maximum time that saving the default may delay the login, in milliseconds (rule 63). */
export const SAVING_TIMEOUT = 3000;

const isSavedAs = ({ secondDefault }: Policy, code: TypeCode | null): boolean =>
  code !== null && secondDefault === code;

/**
 * The token that is active at the start: the one interrupted by a reload, else the first by rank (rule
 * 103).
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
    isDefault: isSavedAs(policy, active),
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
    password: flow<PasswordProof, MethodOutcome>('second-factor.password'),
    emergency: flow<EmergencyProof, MethodOutcome>('second-factor.emergency'),
    'sent-code': flow<SentCodeProof, MethodOutcome>('second-factor.sentCode'),
    'device-code': flow<DeviceCodeProof, MethodOutcome>('second-factor.deviceCode'),
    push: flow<PushProof, MethodOutcome>('second-factor.push'),
    qr: flow<QrProof, MethodOutcome>('second-factor.qr'),
    passkey: flow<PasskeyProof, MethodOutcome>('second-factor.passkey'),
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
    savesDefault: ({ context }) => defaultToSave(context) !== null,
  },
  delays: { timeout: SAVING_TIMEOUT },
  actions: {
    /** Drops the pending code or push of the previous token (rule 79); provided with the ports. */
    dropPending: () => {
      throw new UnprovidedPortError('second-factor.dropPending');
    },
    /** The push is withdrawn before anything else (rule 84). */
    requestPushLeave: sendTo('push', { type: 'screen.leave' }),
    setNext: assign((_, next: TypeCode | null) => ({ next })),
    activateNext: assign(({ context: { policy, next } }) => ({
      active: next,
      next: null,
      isDefault: isSavedAs(policy, next),
      pending: null,
    })),
    activate: assign(({ context: { policy } }, active: TypeCode) => ({
      active,
      isDefault: isSavedAs(policy, active),
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

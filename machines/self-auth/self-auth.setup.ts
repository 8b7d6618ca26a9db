import { assign, sendTo, setup } from 'xstate';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import type { Account } from '#machines/shared/domain.ts';
import {
  contactTypeOf,
  firstEnabledMethod,
  IDENTITY_METHOD_CODES,
  identityMethodState,
  maskedContactOf,
} from '#machines/shared/identity-methods.ts';
import type { MethodInput } from '#machines/shared/login.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { ContactType, SelfAuthInput, SelfAuthOutput } from '#machines/shared/password-steps.ts';
import type { IdentityMethod } from '#machines/shared/policy.ts';
import { flow, port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** The typed names and the typed contact, which has the name `info` in the call. */
export type NameInfo = { readonly lastName: string; readonly firstName: string; readonly info: string };

/** The code that was sent last; the next code makes it invalid. `validUntil` is in epoch milliseconds. */
type SentCode = { readonly tokenCode: TypeCode; readonly validUntil: number };

export type SelfAuthEvent =
  | { readonly type: 'method.chosen'; readonly method: IdentityMethod }
  | ({ readonly type: 'names.submitted' } & NameInfo)
  | { readonly type: 'names.edited' }
  /** A code was sent. */
  | ({ readonly type: 'code.sent' } & SentCode)
  /** Back or Forward requests a step. */
  | { readonly type: 'step.requested'; readonly step: string }
  | { readonly type: 'step.back' };

export type SelfAuthContext = SelfAuthInput & {
  readonly contacts: Account | null;
  readonly method: IdentityMethod | null;
  /** The method to switch to after the push is withdrawn. */
  readonly next: IdentityMethod | null;
  /** The contact for which the token was issued; `password` for the token with which the flow started. */
  readonly grantedFor: ContactType | 'password' | null;
  /** The tokens of the contacts that were verified in this flow (rule 181). */
  readonly verified: Readonly<Partial<Record<ContactType, string>>>;
  readonly sentCode: SentCode | null;
  readonly problem: 'info.enter.user' | null;
  readonly failure: Failure | null;
  readonly outcome: SelfAuthOutput | null;
};

/** Input of a method of the identity check, which has no check boxes and no link to other methods. */
type CheckMethodInput = MethodInput & { readonly boxes: null; readonly hasOtherMethods: false };
type SentCodeProofInput = CheckMethodInput & {
  readonly tokenCode: TypeCode;
  readonly contacts: readonly string[];
  readonly sendToken: string;
  readonly autoStarts: false;
  readonly validUntil: number | null;
};
type DeviceCodeProofInput = CheckMethodInput & { readonly tokenCode: TypeCode; readonly token: string };
type PushProofInput = CheckMethodInput & {
  readonly token: string;
  readonly autoStarts: false;
  readonly lifetime: null;
  readonly success: 'approved';
  readonly pending: null;
};

type VerificationInput = NameInfo & {
  readonly userId: string;
  readonly clientId: string;
  readonly type: ContactType;
};

const typeCodeOf = ({ method }: SelfAuthContext): TypeCode => IDENTITY_METHOD_CODES[method ?? 'sms'];

/**
 * Input of the flow of a method. An identity check is not a login: its calls contain no request and no policy, but the token
 * of the check.
 */
const methodInputOf = ({ userId, clientId, token }: SelfAuthContext): CheckMethodInput => ({
  userId,
  login: {
    step: 'only',
    clientId,
    accessToken: token,
    type: 'auth',
    mode: 'web',
    policyId: '',
    redirect: '',
    firstFixed: '',
    fixed: NO_BOXES,
  },
  boxes: null,
  hasOtherMethods: false,
});

export const sentCodeProofInput = (context: SelfAuthContext): SentCodeProofInput => ({
  ...methodInputOf(context),
  tokenCode: typeCodeOf(context),
  contacts: [maskedContactOf(context.method ?? 'sms', context.contacts)],
  sendToken: context.token,
  autoStarts: false,
  validUntil: context.sentCode?.tokenCode === typeCodeOf(context) ? context.sentCode.validUntil : null,
});

export const deviceCodeProofInput = (context: SelfAuthContext): DeviceCodeProofInput => ({
  ...methodInputOf(context),
  tokenCode: typeCodeOf(context),
  token: '',
});

export const pushProofInput = (context: SelfAuthContext): PushProofInput => ({
  ...methodInputOf(context),
  token: '',
  autoStarts: false,
  lifetime: null,
  success: 'approved',
  pending: null,
});

/** The token with which a method can be used; undefined when the contact of the method is not verified yet. */
const tokenFor = (
  method: IdentityMethod,
  { grantedFor, token, verified }: SelfAuthContext,
): string | undefined => (grantedFor === 'password' ? token : verified[contactTypeOf(method)]);

/** The context after a method was chosen, with the token of this method if its contact is verified. */
function withMethod(
  method: IdentityMethod,
  context: SelfAuthContext,
): Pick<SelfAuthContext, 'method' | 'token' | 'grantedFor'> {
  const token = tokenFor(method, context);
  if (context.grantedFor === 'password') return { method, token: context.token, grantedFor: 'password' };
  return token === undefined
    ? { method, token: '', grantedFor: null }
    : { method, token, grantedFor: contactTypeOf(method) };
}

type VerifyAnswer = Result<Account>;
type TokenAnswer = Result<string>;

/** Setup of the identity check machine. */
export const selfAuthSetup = setup({
  types: {
    context: {} as SelfAuthContext,
    events: {} as SelfAuthEvent,
    input: {} as SelfAuthInput,
    output: {} as SelfAuthOutput,
    tags: {} as 'busy',
  },
  actors: {
    /** Looks up the masked contacts of the person. */
    lookUpContacts: port<Result<Account>, { userId: string; clientId: string }>('self-auth.lookUpContacts'),
    verify: port<VerifyAnswer, VerificationInput>('self-auth.verify'),
    grantToken: port<TokenAnswer, { userId: string; clientId: string }>('self-auth.grantToken'),
    'sent-code': flow<SentCodeProofInput, MethodOutcome>('self-auth.sentCode'),
    'device-code': flow<DeviceCodeProofInput, MethodOutcome>('self-auth.deviceCode'),
    push: flow<PushProofInput, MethodOutcome>('self-auth.push'),
  },
  guards: {
    hasMethod: ({ context }) => context.method !== null,
    hasToken: ({ context }) => context.token !== '',
    isBlank: (_, info: string) => info.trim() === '',
    isVerified: (_, answer: VerifyAnswer) => answer.ok,
    isGranted: (_, answer: TokenAnswer) => answer.ok,
    canChoose: ({ context }, method: IdentityMethod) =>
      method !== context.method && identityMethodState(method, context) === 'Y',
    /** The method can be chosen, and there is a token for the method already (rule 181). */
    hasTokenForMethod: ({ context }, method: IdentityMethod) =>
      method !== context.method &&
      identityMethodState(method, context) === 'Y' &&
      tokenFor(method, context) !== undefined,
    isSentCode: ({ context: { method } }) =>
      method === 'sms' || method === 'internalMail' || method === 'privateMail',
    isDeviceCode: ({ context }) => context.method === 'mobileOtp',
    hasNext: ({ context }) => context.next !== null,
    hasTokenForNext: ({ context }) => context.next !== null && tokenFor(context.next, context) !== undefined,
    /** The history requests another step than the proof: Back acts as the button Prev. Forward cannot skip a proof (rule 198). */
    leavesProof: (_, step: string) => step !== 'proof',
    startedWithToken: ({ context }) => context.grantedFor === 'password',
    /** The push was withdrawn because the person has gone back. */
    hasLeft: (_, outcome: MethodOutcome) => outcome.reason === 'left',
    isPassed: (_, outcome: MethodOutcome) => outcome.reason === 'authenticated',
  },
  actions: {
    setContacts: assign(({ context }, answer: Result<Account>) => {
      if (!answer.ok) return {};
      const contacts = answer.value;
      return { contacts, method: firstEnabledMethod({ ...context, contacts }) };
    }),
    choose: assign(({ context }, method: IdentityMethod) => ({
      ...withMethod(method, context),
      problem: null,
      failure: null,
    })),
    setNext: assign((_, next: IdentityMethod | null) => ({ next })),
    chooseNext: assign(({ context }) =>
      context.next === null ? {} : { ...withMethod(context.next, context), next: null },
    ),
    /** The names have to be entered again, so the tokens granted for them are dropped. */
    dropTokens: assign({ token: '', grantedFor: null, verified: {}, sentCode: null }),
    setSent: assign((_, sent: SentCode) => ({ sentCode: sent })),
    setBlankProblem: assign({ problem: 'info.enter.user' as const, failure: null }),
    clearProblem: assign({ problem: null, failure: null }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    setVerified: assign(({ context: { method } }, answer: VerifyAnswer) =>
      answer.ok && method ? { contacts: answer.value, grantedFor: contactTypeOf(method) } : {},
    ),
    setToken: assign(({ context: { verified, method } }, answer: TokenAnswer) =>
      answer.ok && method
        ? { token: answer.value, verified: { ...verified, [contactTypeOf(method)]: answer.value } }
        : {},
    ),
    setPassed: assign(({ context: { token, method } }) =>
      method ? { outcome: { reason: 'passed' as const, token, method } } : {},
    ),
    end: assign((_, reason: 'back' | 'outdated') => ({ outcome: { reason } })),
    /** Requests the push flow to withdraw its push, before another method or step opens (rule 84). */
    requestPushLeave: sendTo('push', { type: 'screen.leave' }),
  },
});

export const initialContext = (input: SelfAuthInput): SelfAuthContext => {
  const grantedFor = input.token === '' ? null : 'password';
  return {
    ...input,
    contacts: null,
    method: firstEnabledMethod({ ...input, contacts: null, grantedFor }),
    next: null,
    grantedFor,
    verified: {},
    sentCode: null,
    problem: null,
    failure: null,
    outcome: null,
  };
};

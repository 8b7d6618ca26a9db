import { assign, sendTo, setup } from 'xstate';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import type { Account } from '#machines/shared/domain.ts';
import {
  CODE_OF,
  contactTypeOf,
  firstWay,
  type IdentityWay,
  maskedContactOf,
  stateOf,
} from '#machines/shared/identity-ways.ts';
import type { MethodInput } from '#machines/shared/login.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import type { ContactType, SelfAuthInput, SelfAuthOutput } from '#machines/shared/password-steps.ts';
import { flow, port } from '#machines/shared/port.ts';
import type { Failure, Result } from '#machines/shared/result.ts';
import type { TokenCode } from '#wire/token-codes.ts';

export type Names = { readonly lastName: string; readonly firstName: string; readonly info: string };

/** The code that was sent last; sending another one invalidates it. `validUntil` is in epoch milliseconds. */
type SentCode = { readonly tokenCode: TokenCode; readonly validUntil: number };

export type SelfAuthEvent =
  | { readonly type: 'way.chosen'; readonly way: IdentityWay }
  | ({ readonly type: 'names.submitted' } & Names)
  | { readonly type: 'names.edited' }
  /** A code was sent. */
  | ({ readonly type: 'code.sent' } & SentCode)
  /** The browser is at the history entry of a step. */
  | { readonly type: 'step.requested'; readonly step: string }
  | { readonly type: 'step.back' };

export type SelfAuthContext = SelfAuthInput & {
  readonly contacts: Account | null;
  readonly way: IdentityWay | null;
  /** The method to switch to after the push is withdrawn. */
  readonly next: IdentityWay | null;
  /** The contact that the token was granted for; `password` for a token that the flow started with. */
  readonly basis: ContactType | 'password' | null;
  /** The tokens of the contacts that were verified here (decision 181). */
  readonly verified: Readonly<Partial<Record<ContactType, string>>>;
  readonly sent: SentCode | null;
  readonly problem: 'info.enter.user' | null;
  readonly failure: Failure | null;
  readonly outcome: SelfAuthOutput | null;
};

/** Input of a method of the identity check: no check boxes, no link to other methods. */
type CheckMethodInput = MethodInput & { readonly boxes: null; readonly hasOtherMethods: false };
type SentCodeProof = CheckMethodInput & {
  readonly tokenCode: TokenCode;
  readonly contacts: readonly string[];
  readonly sendToken: string;
  readonly startsAlone: false;
  readonly validUntil: number | null;
};
type DeviceCodeProof = CheckMethodInput & { readonly tokenCode: TokenCode; readonly token: string };
type PushProof = CheckMethodInput & {
  readonly token: string;
  readonly startsAlone: false;
  readonly lifetime: null;
  readonly success: 'approved';
  readonly pending: null;
};

type Verification = Names & {
  readonly userId: string;
  readonly clientId: string;
  readonly type: ContactType;
};

const codeOf = ({ way }: SelfAuthContext): TokenCode => CODE_OF[way ?? 'sms'];

/** An identity check is no login: its call names no request and no policy, and carries the token of the check. */
const proofOf = ({ userId, clientId, token }: SelfAuthContext): CheckMethodInput => ({
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

export const sentCodeProof = (context: SelfAuthContext): SentCodeProof => ({
  ...proofOf(context),
  tokenCode: codeOf(context),
  contacts: [maskedContactOf(context.way ?? 'sms', context.contacts)],
  sendToken: context.token,
  startsAlone: false,
  validUntil: context.sent?.tokenCode === codeOf(context) ? context.sent.validUntil : null,
});

export const deviceCodeProof = (context: SelfAuthContext): DeviceCodeProof => ({
  ...proofOf(context),
  tokenCode: codeOf(context),
  token: '',
});

export const pushProof = (context: SelfAuthContext): PushProof => ({
  ...proofOf(context),
  token: '',
  startsAlone: false,
  lifetime: null,
  success: 'approved',
  pending: null,
});

/** The token for proving a way; undefined while its contact has yet to be verified. */
const tokenFor = (way: IdentityWay, { basis, token, verified }: SelfAuthContext): string | undefined =>
  basis === 'password' ? token : verified[contactTypeOf(way)];

/** The context after a way is chosen, with the token for it if there is one. */
function chosen(
  way: IdentityWay,
  context: SelfAuthContext,
): Pick<SelfAuthContext, 'way' | 'token' | 'basis'> {
  const token = tokenFor(way, context);
  if (context.basis === 'password') return { way, token: context.token, basis: 'password' };
  return token === undefined ? { way, token: '', basis: null } : { way, token, basis: contactTypeOf(way) };
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
    /** The masked contacts of the person. */
    lookUpContacts: port<Result<Account>, { userId: string; clientId: string }>('self-auth.lookUpContacts'),
    verify: port<VerifyAnswer, Verification>('self-auth.verify'),
    grantToken: port<TokenAnswer, { userId: string; clientId: string }>('self-auth.grantToken'),
    'sent-code': flow<SentCodeProof, MethodOutcome>('self-auth.sentCode'),
    'device-code': flow<DeviceCodeProof, MethodOutcome>('self-auth.deviceCode'),
    push: flow<PushProof, MethodOutcome>('self-auth.push'),
  },
  guards: {
    hasWay: ({ context }) => context.way !== null,
    hasToken: ({ context }) => context.token !== '',
    isBlank: (_, info: string) => info.trim() === '',
    isVerified: (_, answer: VerifyAnswer) => answer.ok,
    isGranted: (_, answer: TokenAnswer) => answer.ok,
    canChoose: ({ context }, way: IdentityWay) => way !== context.way && stateOf(way, context) === 'Y',
    /** There is a token for this way already (decision 181). */
    hasTokenForWay: ({ context }, way: IdentityWay) =>
      way !== context.way && stateOf(way, context) === 'Y' && tokenFor(way, context) !== undefined,
    isSentCode: ({ context: { way } }) => way === 'sms' || way === 'internalMail' || way === 'privateMail',
    isDeviceCode: ({ context }) => context.way === 'mobileOtp',
    hasNext: ({ context }) => context.next !== null,
    hasTokenForNext: ({ context }) => context.next !== null && tokenFor(context.next, context) !== undefined,
    /** Back is Prev; Forward goes no further than the identity check allows (decision 198). */
    leavesProof: (_, step: string) => step !== 'proof',
    startedWithToken: ({ context }) => context.basis === 'password',
    /** The push was withdrawn because the person chose something else. */
    isLeft: (_, outcome: MethodOutcome) => outcome.reason === 'left',
    isPassed: (_, outcome: MethodOutcome) => outcome.reason === 'authenticated',
  },
  actions: {
    setContacts: assign(({ context }, answer: Result<Account>) => {
      if (!answer.ok) return {};
      const contacts = answer.value;
      return { contacts, way: firstWay({ ...context, contacts }) };
    }),
    choose: assign(({ context }, way: IdentityWay) => ({
      ...chosen(way, context),
      problem: null,
      failure: null,
    })),
    setNext: assign((_, next: IdentityWay | null) => ({ next })),
    chooseNext: assign(({ context }) =>
      context.next === null ? {} : { ...chosen(context.next, context), next: null },
    ),
    /** The names have to be entered again, so the tokens granted for them are dropped. */
    dropTokens: assign({ token: '', basis: null, verified: {}, sent: null }),
    setSent: assign((_, sent: SentCode) => ({ sent })),
    setBlankProblem: assign({ problem: 'info.enter.user' as const, failure: null }),
    clearProblem: assign({ problem: null, failure: null }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    setVerified: assign(({ context: { way } }, answer: VerifyAnswer) =>
      answer.ok && way ? { contacts: answer.value, basis: contactTypeOf(way) } : {},
    ),
    setToken: assign(({ context: { verified, way } }, answer: TokenAnswer) =>
      answer.ok && way
        ? { token: answer.value, verified: { ...verified, [contactTypeOf(way)]: answer.value } }
        : {},
    ),
    setPassed: assign(({ context: { token, way } }) =>
      way ? { outcome: { reason: 'passed' as const, token, way } } : {},
    ),
    end: assign((_, reason: 'back' | 'outdated') => ({ outcome: { reason } })),
    /** The push is withdrawn before anything else (decision 84). */
    askPushToLeave: sendTo('push', { type: 'screen.leave' }),
  },
});

export const begin = (input: SelfAuthInput): SelfAuthContext => {
  const basis = input.token === '' ? null : 'password';
  return {
    ...input,
    contacts: null,
    way: firstWay({ ...input, contacts: null, basis }),
    next: null,
    basis,
    verified: {},
    sent: null,
    problem: null,
    failure: null,
    outcome: null,
  };
};

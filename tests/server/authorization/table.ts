import type { Service } from '#tests/support/server/varied-services.ts';

/** A proof, token or state that a session can have for a person at a service. */
export type Fact =
  /** The policy was checked for this ID. */
  | 'checked policy'
  /** The methods of the first step are open: no gate, or its password was proved. */
  | 'open first step'
  /** A contact was verified in the last minute. */
  | 'recent contact'
  /** The serial number of a card was looked up in an open registration. */
  | 'validated card'
  /** The policy requires one step, or two. */
  | 'one step'
  | 'two steps'
  /** The first of two steps is proved; and the page has the second token. */
  | 'first step'
  | 'second token'
  /** Both steps are proved, and the page still has the tokens of the first. */
  | 'both steps'
  | 'login'
  /** The token of the passkey offer after a sign-in. */
  | 'passkey offer'
  /** The token of a login that waits until other sign-ins have ended. */
  | 'end token'
  /** The token by which codes are sent. */
  | 'send token'
  /** A contact was verified, and the page has the token of the identity check. */
  | 'verified contact'
  /** The password was proved once more, and the page has the token of the identity check. */
  | 're-authentication'
  /** The identity check is passed, without a proof of the password. */
  | 'identity check'
  /** The identity check is passed after the password: a registration is open. */
  | 'open registration'
  /** The question was answered. */
  | 'answered question'
  | 'link to create'
  | 'link to change'
  /** A login waits for the password that has expired. */
  | 'expired password'
  /** A password was saved by a link that creates one. */
  | 'saved password'
  /** A push, or a QR code, of this session. */
  | 'push'
  | 'qr'
  /** A push of the second step. */
  | 'second push'
  /** A QR code of the second step. */
  | 'second qr'
  /** The key of the person's mobile app, which has no session. */
  | 'app key';

/** Alternatives, each with the facts that it requires together; empty when no proof is required. */
type Needs = readonly (readonly Fact[])[];

/** HTTP status and error code. */
type Outcome = readonly [status: number, errCode?: string];

export type Row = {
  readonly needs: Needs;
  /**
   * Facts with which the call is refused although its needs are met: a passed identity check needs no push, and a first
   * password is no change.
   */
  readonly unless?: readonly Fact[];
  /** The answer when the needs are not met. */
  readonly refusal: Outcome;
  /** The answer when one of these facts exists, but the needs are not met. */
  readonly partial?: readonly [readonly Fact[], Outcome];
  /** The answers when the needs are met, by facts and services: the first that fits, otherwise a plain 200. */
  readonly answers?: readonly (readonly [required: readonly (Fact | Service)[], Outcome])[];
  /** Whether the call names a person and a client, so that it can name a wrong one. */
  readonly names: readonly ('person' | 'client')[];
};

const NOT_AUTHORIZED = [401, 'notAuthorized'] as const;
const NOT_FOUND = [404, 'notFound'] as const;
const NO_SUCH_ID = [404, '010_5'] as const;
/** The policy, or the proofs so far, do not offer this. */
const NOT_OFFERED = [400, '018'] as const;
const NO_APP = [400, '009'] as const;
const NO_PASSKEY = [400, '011'] as const;
/** No code was sent. */
const NO_CODE = [400, '005_7'] as const;
const NO_QUESTION = [404, 'noQnA'] as const;
/** A password alone does not open every service of these tests (rule 225). */
const TOO_WEAK = [403, 'tooWeak'] as const;
const NOT_ALLOWED = [403, 'notAllowed'] as const;
const NO_OFFLINE = [400, 'offlineExpired'] as const;

const PERSON_AND_CLIENT = ['person', 'client'] as const;

const unguarded: Row = { needs: [], refusal: NOT_AUTHORIZED, names: [] };
const guarded = (refusal: Row['refusal'], needs: Needs, names: Row['names'] = PERSON_AND_CLIENT): Row => ({
  needs,
  refusal,
  names,
});

/** The same answer for all facts and services. */
const always = (outcome: Outcome): NonNullable<Row['answers']> => [[[], outcome]];

const NEEDS_KNOWN_ID: Needs = [['checked policy'], ['login'], ['link to create'], ['link to change']];
const NEEDS_TO_SEND: Needs = [['send token'], ['second token'], ['verified contact'], ['re-authentication']];
/** Nothing is sent after both steps, and only a mail after a mail address was verified. */
const NOT_SENT = [
  [['both steps'], NOT_OFFERED],
  [['verified contact'], NOT_OFFERED],
] as const satisfies Row['answers'];
const NEEDS_TO_CHANGE_PASSWORD: Needs = [['identity check'], ['answered question'], ['expired password']];

/** The calls of the question; a person with an expired password has none here. */
const question: Row = {
  ...guarded(NOT_AUTHORIZED, [['checked policy'], ['login'], ['link to change']]),
  answers: [[['expired password'], NO_QUESTION]],
};

/** A call that requires the second token and this fact. */
const ofSecondStep = (fact: Fact, partialFacts: readonly Fact[]): Row => ({
  ...guarded(NOT_AUTHORIZED, [['second token', fact]], []),
  partial: [partialFacts, NO_SUCH_ID],
});

/** A call that requires an open registration. */
const ofOpenRegistration = guarded(NOT_AUTHORIZED, [['open registration']], ['person']);

/** A call of the passkey offer, with its answer. */
const ofPasskeyOffer = (answer: Outcome = [200]): Row => ({
  ...guarded(NOT_AUTHORIZED, [['passkey offer']], []),
  answers: always(answer),
});

/**
 * A call that adds a factor. A person without a password has passed one check alone, but the policy requires a password
 * too (rule 242).
 */
const addingFactor = (answer: Outcome = [200]): Row => ({
  ...ofOpenRegistration,
  answers: [[['link to create'], [403, 'otherChannel']], ...always(answer)],
});

/**
 * Every call of the specification's section 7, and every other call: the facts that it requires, and its answer without
 * them (spec sections 4 and 6, rules 52 to 65, 147, 173 to 186, 193, 201 to 205, 217 to 223).
 */
export const TABLE = {
  'GET /summary/auth': unguarded,
  'GET /summary/domain/portal': unguarded,
  /** Whoever knows the address of a request may decline it; here it is unknown. */
  'POST /data/portal/request/decline': { ...unguarded, answers: always(NOT_FOUND) },
  'GET /data/sso/config': unguarded,
  'GET /data/sso/setting/password-security': unguarded,
  'GET /data/sso/accounts': guarded(NOT_FOUND, NEEDS_KNOWN_ID),
  'GET /data/sso/accounts/account-info': guarded(NOT_FOUND, NEEDS_KNOWN_ID),
  'GET /data/sso/authenticator': guarded(NOT_FOUND, NEEDS_KNOWN_ID),
  'POST /auth/policy/check': unguarded,
  'POST /login/password, N': {
    ...guarded(NOT_AUTHORIZED, [['checked policy']]),
    answers: [
      [['plain'], NOT_OFFERED],
      [['signed'], NOT_OFFERED],
    ],
  },
  'POST /login/password, Y': guarded(NOT_AUTHORIZED, [['checked policy']]),
  'POST /authenticate, first step': {
    ...guarded(NOT_AUTHORIZED, [['checked policy', 'open first step', 'one step']]),
    answers: [[['gated'], NOT_OFFERED]],
  },
  'POST /authenticate, second step': {
    ...guarded(NOT_AUTHORIZED, [['second token']]),
    answers: always(NO_CODE),
  },
  'POST /login/oidc': guarded(NOT_AUTHORIZED, [['checked policy', 'open first step', 'two steps']]),
  'POST /auth/login/oidc': {
    ...guarded(NOT_AUTHORIZED, [['checked policy', 'open first step']]),
    answers: [
      [['stepped'], NOT_OFFERED],
      [['sole'], NOT_OFFERED],
      [[], NO_PASSKEY],
    ],
  },
  'POST /auth/login/fido': unguarded,
  'POST /auth/oauth2/mfa/check, identity': {
    ...guarded(NOT_AUTHORIZED, [['verified contact'], ['re-authentication']]),
    answers: always(NO_CODE),
  },
  'POST /auth/oauth2/mfa/check, passkey': {
    ...guarded(NOT_AUTHORIZED, [['first step']]),
    answers: always(NO_PASSKEY),
  },
  'POST /token/access': guarded(NOT_AUTHORIZED, [
    ['checked policy', 'open first step'],
    ['second token'],
    ['recent contact'],
  ]),
  'POST /data/portal/default': {
    ...guarded(NOT_AUTHORIZED, [['login'], ['open registration']], ['person']),
    answers: [
      [['open registration'], [200]],
      [['both steps'], [200]],
      [[], TOO_WEAK],
    ],
  },
  'POST /auth/oauth2/send/sms': { ...guarded(NOT_AUTHORIZED, NEEDS_TO_SEND), answers: NOT_SENT },
  'POST /auth/oauth2/send/inmail': {
    ...guarded(NOT_AUTHORIZED, NEEDS_TO_SEND),
    answers: [[['both steps'], NOT_OFFERED]],
  },
  'POST /auth/oauth2/send/exmail': {
    ...guarded(NOT_AUTHORIZED, NEEDS_TO_SEND),
    answers: [[['second token'], NOT_OFFERED], ...NOT_SENT],
  },
  'POST /data/sso/accounts/verification': {
    ...guarded(NOT_AUTHORIZED, NEEDS_KNOWN_ID),
    answers: always([400, 'noMatch']),
  },
  'POST /mobileapp/push': {
    ...guarded(NOT_AUTHORIZED, [
      ['checked policy', 'open first step'],
      ['second token'],
      ['verified contact'],
      ['re-authentication'],
    ]),
    unless: ['identity check', 'open registration', 'answered question'],
    answers: [
      [['push'], [200]],
      [['verified contact'], NOT_OFFERED],
      [['sole'], NOT_OFFERED],
      [['second token'], NO_APP],
      [['stepped'], NOT_OFFERED],
      [[], NO_APP],
    ],
  },
  'GET /data/sso/mobileapp/push/check': guarded(NO_SUCH_ID, [['push']], ['client']),
  'DELETE /data/sso/mobileapp/push': guarded(NO_SUCH_ID, [['push']], ['client']),
  'GET /data/mobileapp/push/check': ofSecondStep('second push', ['second token', 'both steps']),
  'DELETE /data/mobileapp/push': ofSecondStep('second push', ['second token', 'both steps']),
  'GET /mobileapp/qr, first step': unguarded,
  'GET /mobileapp/qr, second step': guarded(NOT_AUTHORIZED, [['second token']], ['person']),
  'GET /data/sso/mobileapp/qr/check': guarded(NO_SUCH_ID, [['qr']], []),
  'GET /data/mobileapp/qr/check': ofSecondStep('second qr', ['second token']),
  'POST /data/portal/fido-token/check-name': addingFactor(),
  'POST /start': addingFactor(),
  'POST /finish': addingFactor([400, 'passkeyNotMade']),
  'POST /data/portal/passkey-offer/start': ofPasskeyOffer(),
  'POST /data/portal/passkey-offer/finish': ofPasskeyOffer([400, 'passkeyNotMade']),
  'POST /data/portal/passkey-offer/decline': ofPasskeyOffer(),
  'GET /data/portal/open-sign-ins': guarded(NOT_AUTHORIZED, [['end token']], []),
  'POST /data/portal/open-sign-ins/end': guarded(NOT_AUTHORIZED, [['end token']], []),
  'GET /data/check/provision/mobileapp': unguarded,
  'GET /data/portal/mobileapp/provision/generation': addingFactor(),
  'POST /noti/mobileapp/provision/link': addingFactor([404, 'urlInvalid']),
  'GET /data/portal/mobileapp/provision': ofOpenRegistration,
  'POST /data/portal/mobileapp/provision/qr': addingFactor(),
  'GET /data/portal/mobileapp/provision/schema': unguarded,
  'POST /data/portal/mobileapp/provision/offline/code': addingFactor(),
  'GET /data/portal/mobileapp/provision/offline/code': addingFactor(NO_OFFLINE),
  'GET /data/portal/mobileapp/provision/offline/otp': addingFactor(NO_OFFLINE),
  'POST /data/portal/mobileapp/provision/offline': addingFactor(NO_OFFLINE),
  'POST /data/portal/mobileapp/provision/standard/secret': addingFactor(NOT_ALLOWED),
  'POST /data/portal/mobileapp/provision/standard': addingFactor(NOT_ALLOWED),
  'POST /data/portal/hwotp/validation': ofOpenRegistration,
  'POST /data/portal/hwotp/verification': {
    ...guarded(NOT_AUTHORIZED, [['open registration', 'validated card']], ['person']),
    answers: always([400, '005_1']),
  },
  'POST /data/portal/yubikey/mapping': { ...ofOpenRegistration, answers: always(NOT_ALLOWED) },
  'POST /pw/in-use': {
    ...guarded(
      NOT_AUTHORIZED,
      [...NEEDS_TO_CHANGE_PASSWORD, ['link to create', 'identity check']],
      ['person'],
    ),
    answers: always([204]),
  },
  'PUT /pw': { ...guarded(NOT_AUTHORIZED, NEEDS_TO_CHANGE_PASSWORD, ['person']), unless: ['link to create'] },
  'POST /pw': guarded(NOT_AUTHORIZED, [['link to create', 'identity check']], ['person']),
  'GET /pw/level': guarded(
    NOT_AUTHORIZED,
    [...NEEDS_TO_CHANGE_PASSWORD, ['link to create', 'identity check']],
    [],
  ),
  'POST /pw/answer': guarded(NOT_AUTHORIZED, [['saved password']], ['person']),
  'POST /pw/init': guarded(NOT_AUTHORIZED, [['saved password']], ['person']),
  'POST /data/sso/password/answer/verification': question,
  'GET /data/sso/password/questions/person': question,
  'GET /data/sso/password/questions': guarded(NOT_AUTHORIZED, [['link to create']], ['client']),
  'POST /data/sso/password/ak/verification': unguarded,
  'GET /data/portal/factors': ofOpenRegistration,
  'PUT /data/portal/factors': { ...ofOpenRegistration, answers: always(NOT_FOUND) },
  'DELETE /data/portal/factors': { ...ofOpenRegistration, answers: always(NOT_FOUND) },
  'GET /data/portal/sessions': ofOpenRegistration,
  'DELETE /data/portal/sessions': ofOpenRegistration,
  'DELETE /data/portal/remembered-browsers': ofOpenRegistration,
  'GET /device/pushes': guarded([401, 'unknownDevice'], [['app key']], []),
  'GET /device/subscription': guarded([401, 'unknownDevice'], [['app key']], []),
  'POST /device/name': guarded([401, 'unknownDevice'], [['app key']], []),
  'POST /device/subscription': guarded([401, 'unknownDevice'], [['app key']], []),
} as const satisfies Readonly<Record<string, Row>>;

export type CallName = keyof typeof TABLE;

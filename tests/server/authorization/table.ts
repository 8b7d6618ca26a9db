import type { Service } from '#tests/support/server/varied-services.ts';

/** What a session may have earned for a person at a service, in the words of the specification and its rules. */
export type Fact =
  /** The policy was checked for this ID. */
  | 'known'
  /** The methods of the first step are open: no gate, or its password was proved. */
  | 'step'
  /** A contact was verified in the last minute. */
  | 'verified'
  /** The serial number of a card was looked up in an open registration. */
  | 'card'
  /** The policy asks for one step, or for two. */
  | 'one'
  | 'two'
  /** The first of two steps is proved; and the second token is held. */
  | 'half'
  | 'first'
  /** Both steps are proved, and what the first one gave is still held. */
  | 'done'
  | 'login'
  /** The token of the passkey that the sign-in is followed by. */
  | 'offer'
  /** The token of a login that waits until other sign-ins have ended. */
  | 'ends'
  /** The narrow token by which codes are sent. */
  | 'sends'
  /** A contact was verified, and the token of the identity check is held. */
  | 'contact'
  /** The password was proved once more, and the token of the identity check is held. */
  | 'again'
  /** The identity check is passed, for somebody who has not proved the password. */
  | 'identity'
  /** The identity check is passed after the password: a registration is open. */
  | 'open'
  /** The question was answered. */
  | 'answer'
  | 'link to create'
  | 'link to change'
  /** A login waits for the password that has expired. */
  | 'expiry'
  /** A password was saved by a link that creates one. */
  | 'saved'
  /** A push, or a QR code, of this session. */
  | 'push'
  | 'qr'
  /** A push of the second step. */
  | 'second push'
  /** A QR code of the second step. */
  | 'second qr'
  /** The key of the person's mobile app, which has no session. */
  | 'app';

/** Any of these is enough; each lists what is needed together. Nothing has to be proved where it is empty. */
type Needs = readonly (readonly Fact[])[];

/** Status and code. */
type Outcome = readonly [status: number, errCode?: string];

export type Row = {
  readonly needs: Needs;
  /** What spoils it all the same: an identity check that is over asks for nothing, a first password is no change. */
  readonly unless?: readonly Fact[];
  /** What is answered else. */
  readonly refusal: Outcome;
  /** What is answered to who has earned one of these and not all of it. */
  readonly short?: readonly [readonly Fact[], Outcome];
  /** What is answered to who has earned it, at a service and with facts: the first that fits, else a plain 200. */
  readonly gives?: readonly (readonly [at: readonly (Fact | Service)[], Outcome])[];
  /** What the call names: what it does not name it cannot name wrongly. */
  readonly names: readonly ('person' | 'client')[];
};

const NOT_AUTHORIZED = [401, 'notAuthorized'] as const;
const NOT_FOUND = [404, 'notFound'] as const;
const NO_SUCH = [404, '010_5'] as const;
/** The policy, or what has been proved, does not offer this. */
const NOT_OFFERED = [400, '018'] as const;
const NO_APP = [400, '009'] as const;
const NO_PASSKEY = [400, '011'] as const;
/** No code was sent. */
const NO_CODE = [400, '005_7'] as const;
const NO_QUESTION = [404, 'noQnA'] as const;
/** A password alone does not open every service of the stage (rule 225). */
const TOO_WEAK = [403, 'tooWeak'] as const;
const NOT_ALLOWED = [403, 'notAllowed'] as const;
const NO_OFFLINE = [400, 'offlineExpired'] as const;

const BOTH = ['person', 'client'] as const;

const nobody: Row = { needs: [], refusal: NOT_AUTHORIZED, names: [] };
const refuses = (refusal: Row['refusal'], needs: Needs, names: Row['names'] = BOTH): Row => ({
  needs,
  refusal,
  names,
});

const always = (outcome: Outcome): NonNullable<Row['gives']> => [[[], outcome]];

const KNOWN: Needs = [['known'], ['login'], ['link to create'], ['link to change']];
const SENDING: Needs = [['sends'], ['first'], ['contact'], ['again']];
/** Nothing is sent when both steps are done, and whose mail was verified is sent a mail alone. */
const SPENT_OR_MAIL = [
  [['done'], NOT_OFFERED],
  [['contact'], NOT_OFFERED],
] as const satisfies Row['gives'];
const CHANGING: Needs = [['identity'], ['answer'], ['expiry']];

/** A person without a question is asked none. */
const asking: Row = {
  ...refuses(NOT_AUTHORIZED, [['known'], ['login'], ['link to change']]),
  gives: [[['expiry'], NO_QUESTION]],
};

/** What the second token alone does not open. */
const ofSecondStep = (fact: Fact, short: readonly Fact[]): Row => ({
  ...refuses(NOT_AUTHORIZED, [['first', fact]], []),
  short: [short, NO_SUCH],
});

const registering = refuses(NOT_AUTHORIZED, [['open']], ['person']);
const offered = (gives: Outcome = [200]): Row => ({
  ...refuses(NOT_AUTHORIZED, [['offer']], []),
  gives: always(gives),
});
/** Who has no password yet has shown one check alone for a policy that asks for a password too (rule 242). */
const adding = (gives: Outcome = [200]): Row => ({
  ...registering,
  gives: [[['link to create'], [403, 'otherChannel']], ...always(gives)],
});

/**
 * Every call of the specification's section 7, and those beside it: what a session has to have earned, and what is answered
 * when it has not (spec sections 4 and 6, rules 52 to 65, 147, 173 to 186, 193, 201 to 205, 217 to 223).
 */
export const TABLE = {
  'GET /summary/auth': nobody,
  'GET /summary/domain/portal': nobody,
  /** Whoever knows the address of a request may decline it; here it is unknown. */
  'POST /data/portal/request/decline': { ...nobody, gives: always(NOT_FOUND) },
  'GET /data/sso/config': nobody,
  'GET /data/sso/setting/password-security': nobody,
  'GET /data/sso/accounts': refuses(NOT_FOUND, KNOWN),
  'GET /data/sso/accounts/account-info': refuses(NOT_FOUND, KNOWN),
  'GET /data/sso/authenticator': refuses(NOT_FOUND, KNOWN),
  'POST /auth/policy/check': nobody,
  'POST /login/password, N': {
    ...refuses(NOT_AUTHORIZED, [['known']]),
    gives: [
      [['plain'], NOT_OFFERED],
      [['signed'], NOT_OFFERED],
    ],
  },
  'POST /login/password, Y': refuses(NOT_AUTHORIZED, [['known']]),
  'POST /authenticate, first step': {
    ...refuses(NOT_AUTHORIZED, [['known', 'step', 'one']]),
    gives: [[['gated'], NOT_OFFERED]],
  },
  'POST /authenticate, second step': { ...refuses(NOT_AUTHORIZED, [['first']]), gives: always(NO_CODE) },
  'POST /login/oidc': refuses(NOT_AUTHORIZED, [['known', 'step', 'two']]),
  'POST /auth/login/oidc': {
    ...refuses(NOT_AUTHORIZED, [['known', 'step']]),
    gives: [
      [['stepped'], NOT_OFFERED],
      [['sole'], NOT_OFFERED],
      [[], NO_PASSKEY],
    ],
  },
  'POST /auth/login/fido': nobody,
  'POST /auth/oauth2/mfa/check, identity': {
    ...refuses(NOT_AUTHORIZED, [['contact'], ['again']]),
    gives: always(NO_CODE),
  },
  'POST /auth/oauth2/mfa/check, passkey': {
    ...refuses(NOT_AUTHORIZED, [['half']]),
    gives: always(NO_PASSKEY),
  },
  'POST /token/access': refuses(NOT_AUTHORIZED, [['known', 'step'], ['first'], ['verified']]),
  'POST /data/portal/default': {
    ...refuses(NOT_AUTHORIZED, [['login'], ['open']], ['person']),
    gives: [
      [['open'], [200]],
      [['done'], [200]],
      [[], TOO_WEAK],
    ],
  },
  'POST /auth/oauth2/send/sms': { ...refuses(NOT_AUTHORIZED, SENDING), gives: SPENT_OR_MAIL },
  'POST /auth/oauth2/send/inmail': { ...refuses(NOT_AUTHORIZED, SENDING), gives: [[['done'], NOT_OFFERED]] },
  'POST /auth/oauth2/send/exmail': {
    ...refuses(NOT_AUTHORIZED, SENDING),
    gives: [[['first'], NOT_OFFERED], ...SPENT_OR_MAIL],
  },
  'POST /data/sso/accounts/verification': {
    ...refuses(NOT_AUTHORIZED, KNOWN),
    gives: always([400, 'noMatch']),
  },
  'POST /mobileapp/push': {
    ...refuses(NOT_AUTHORIZED, [['known', 'step'], ['first'], ['contact'], ['again']]),
    unless: ['identity', 'open', 'answer'],
    gives: [
      [['push'], [200]],
      [['contact'], NOT_OFFERED],
      [['sole'], NOT_OFFERED],
      [['first'], NO_APP],
      [['stepped'], NOT_OFFERED],
      [[], NO_APP],
    ],
  },
  'GET /data/sso/mobileapp/push/check': refuses(NO_SUCH, [['push']], ['client']),
  'DELETE /data/sso/mobileapp/push': refuses(NO_SUCH, [['push']], ['client']),
  'GET /data/mobileapp/push/check': ofSecondStep('second push', ['first', 'done']),
  'DELETE /data/mobileapp/push': ofSecondStep('second push', ['first', 'done']),
  'GET /mobileapp/qr, first step': nobody,
  'GET /mobileapp/qr, second step': refuses(NOT_AUTHORIZED, [['first']], ['person']),
  'GET /data/sso/mobileapp/qr/check': refuses(NO_SUCH, [['qr']], []),
  'GET /data/mobileapp/qr/check': ofSecondStep('second qr', ['first']),
  'POST /data/portal/fido-token/check-name': adding(),
  'POST /start': adding(),
  'POST /finish': adding([400, 'passkeyNotMade']),
  'POST /data/portal/passkey-offer/start': offered(),
  'POST /data/portal/passkey-offer/finish': offered([400, 'passkeyNotMade']),
  'POST /data/portal/passkey-offer/decline': offered(),
  'GET /data/portal/open-sign-ins': refuses(NOT_AUTHORIZED, [['ends']], []),
  'POST /data/portal/open-sign-ins/end': refuses(NOT_AUTHORIZED, [['ends']], []),
  'GET /data/check/provision/mobileapp': nobody,
  'GET /data/portal/mobileapp/provision/generation': adding(),
  'POST /noti/mobileapp/provision/link': adding([404, 'urlInvalid']),
  'GET /data/portal/mobileapp/provision': registering,
  'POST /data/portal/mobileapp/provision/qr': adding(),
  'GET /data/portal/mobileapp/provision/schema': nobody,
  'POST /data/portal/mobileapp/provision/offline/code': adding(),
  'GET /data/portal/mobileapp/provision/offline/code': adding(NO_OFFLINE),
  'GET /data/portal/mobileapp/provision/offline/otp': adding(NO_OFFLINE),
  'POST /data/portal/mobileapp/provision/offline': adding(NO_OFFLINE),
  'POST /data/portal/mobileapp/provision/standard/secret': adding(NOT_ALLOWED),
  'POST /data/portal/mobileapp/provision/standard': adding(NOT_ALLOWED),
  'POST /data/portal/hwotp/validation': registering,
  'POST /data/portal/hwotp/verification': {
    ...refuses(NOT_AUTHORIZED, [['open', 'card']], ['person']),
    gives: always([400, '005_1']),
  },
  'POST /data/portal/yubikey/mapping': { ...registering, gives: always([403, 'notAllowed']) },
  'POST /pw/in-use': {
    ...refuses(NOT_AUTHORIZED, [...CHANGING, ['link to create', 'identity']], ['person']),
    gives: always([204]),
  },
  'PUT /pw': { ...refuses(NOT_AUTHORIZED, CHANGING, ['person']), unless: ['link to create'] },
  'POST /pw': refuses(NOT_AUTHORIZED, [['link to create', 'identity']], ['person']),
  'GET /pw/level': refuses(NOT_AUTHORIZED, [...CHANGING, ['link to create', 'identity']], []),
  'POST /pw/answer': refuses(NOT_AUTHORIZED, [['saved']], ['person']),
  'POST /pw/init': refuses(NOT_AUTHORIZED, [['saved']], ['person']),
  'POST /data/sso/password/answer/verification': asking,
  'GET /data/sso/password/questions/person': asking,
  'GET /data/sso/password/questions': refuses(NOT_AUTHORIZED, [['link to create']], ['client']),
  'POST /data/sso/password/ak/verification': nobody,
  'GET /data/portal/factors': registering,
  'PUT /data/portal/factors': { ...registering, gives: always(NOT_FOUND) },
  'DELETE /data/portal/factors': { ...registering, gives: always(NOT_FOUND) },
  'GET /data/portal/sessions': registering,
  'DELETE /data/portal/sessions': registering,
  'DELETE /data/portal/remembered-browsers': registering,
  'GET /device/pushes': refuses([401, 'unknownDevice'], [['app']], []),
  'GET /device/subscription': refuses([401, 'unknownDevice'], [['app']], []),
  'POST /device/name': refuses([401, 'unknownDevice'], [['app']], []),
  'POST /device/subscription': refuses([401, 'unknownDevice'], [['app']], []),
} as const satisfies Readonly<Record<string, Row>>;

export type CallName = keyof typeof TABLE;

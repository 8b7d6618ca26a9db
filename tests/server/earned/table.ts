/** What a session may have earned for a person at a service, in the words of the specification and its rules. */
export type Fact =
  /** The policy was checked for this ID. */
  | 'known'
  /** Nothing stands before the methods of the first step: no gate, or its password was proved. */
  | 'step'
  /** A contact was verified in the last minute. */
  | 'verified'
  /** The serial number of a card was looked up in an open registration. */
  | 'card'
  /** The policy asks for one step, or for two. */
  | 'one'
  | 'two'
  /** The first of two steps is proved, and the second token held. */
  | 'first'
  | 'login'
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
  | 'qr';

/** Any of these is enough; each is a list of what has to come together. Nothing has to be earned where it is empty. */
type Needs = readonly (readonly Fact[])[];

export type Row = {
  readonly needs: Needs;
  /** What spoils it all the same: an identity check that is over asks for nothing, a first password is no change. */
  readonly unless?: readonly Fact[];
  /** What is answered else: status and code. */
  readonly refusal: readonly [status: number, errCode: string];
  /** What the call names: what it does not name it cannot name wrongly. */
  readonly names: readonly ('person' | 'client')[];
};

const NOT_EARNED = [401, 'notEarned'] as const;
const NOT_FOUND = [404, 'notFound'] as const;
const NO_SUCH = [404, '010_5'] as const;

const BOTH = ['person', 'client'] as const;

const nobody: Row = { needs: [], refusal: NOT_EARNED, names: [] };
const told = (refusal: Row['refusal'], needs: Needs, names: Row['names'] = BOTH): Row => ({
  needs,
  refusal,
  names,
});

const KNOWN: Needs = [['known'], ['login'], ['link to create'], ['link to change']];
const SENDING: Needs = [['sends'], ['first'], ['contact'], ['again']];
const CHANGING: Needs = [['identity'], ['answer'], ['expiry']];

const registering = told(NOT_EARNED, [['open']], ['person']);

/**
 * Every call of the specification's section 7, and those beside it: what a session has to have earned, and what is answered
 * when it has not (spec sections 4 and 6, decisions 52 to 65, 147, 173 to 186, 193, 201 to 205, 217 to 223).
 */
export const TABLE = {
  'GET /summary/auth': nobody,
  'GET /summary/domain/portal': nobody,
  'GET /data/sso/config': nobody,
  'GET /data/sso/setting/password-security': nobody,
  'GET /data/sso/accounts': told(NOT_FOUND, KNOWN),
  'GET /data/sso/accounts/account-info': told(NOT_FOUND, KNOWN),
  'GET /data/sso/authenticator': told(NOT_FOUND, KNOWN),
  'POST /auth/policy/check': nobody,
  'POST /login/password, N': told(NOT_EARNED, [['known']]),
  'POST /login/password, Y': told(NOT_EARNED, [['known']]),
  'POST /authenticate, first step': told(NOT_EARNED, [['known', 'step', 'one']]),
  'POST /authenticate, second step': told(NOT_EARNED, [['first']]),
  'POST /login/oidc': told(NOT_EARNED, [['known', 'step', 'two']]),
  'POST /auth/login/oidc': told(NOT_EARNED, [['known', 'step']]),
  'POST /auth/login/fido': nobody,
  'POST /auth/oauth2/mfa/check, identity': told(NOT_EARNED, [['contact'], ['again']]),
  'POST /auth/oauth2/mfa/check, passkey': told(NOT_EARNED, [['first']]),
  'POST /token/access': told(NOT_EARNED, [['known', 'step'], ['first'], ['verified']]),
  'POST /data/portal/default': told(NOT_EARNED, [['login'], ['open']], ['person']),
  'POST /auth/oauth2/send/sms': told(NOT_EARNED, SENDING),
  'POST /auth/oauth2/send/inmail': told(NOT_EARNED, SENDING),
  'POST /auth/oauth2/send/exmail': told(NOT_EARNED, SENDING),
  'POST /data/sso/accounts/verification': told(NOT_EARNED, KNOWN),
  'POST /mobileapp/push': {
    ...told(NOT_EARNED, [['known', 'step'], ['first'], ['contact'], ['again']]),
    unless: ['identity', 'open', 'answer'],
  },
  'GET /data/sso/mobileapp/push/check': told(NO_SUCH, [['push']], ['client']),
  'DELETE /data/sso/mobileapp/push': told(NO_SUCH, [['push']], ['client']),
  'GET /data/mobileapp/push/check': told(NOT_EARNED, [['first']], []),
  'DELETE /data/mobileapp/push': told(NOT_EARNED, [['first']], []),
  'GET /mobileapp/qr, first step': nobody,
  'GET /mobileapp/qr, second step': told(NOT_EARNED, [['first']], ['person']),
  'GET /data/sso/mobileapp/qr/check': told(NO_SUCH, [['qr']], []),
  'GET /data/mobileapp/qr/check': told(NOT_EARNED, [['first']], []),
  'POST /data/portal/fido-token/check-name': registering,
  'POST /start': registering,
  'POST /finish': registering,
  'GET /data/check/provision/mobileapp': nobody,
  'GET /data/portal/mobileapp/provision/generation': registering,
  'POST /noti/mobileapp/provision/link': registering,
  'GET /data/portal/mobileapp/provision': registering,
  'POST /data/portal/mobileapp/provision/qr': registering,
  'GET /data/portal/mobileapp/provision/schema': nobody,
  'POST /data/portal/mobileapp/provision/offline/code': registering,
  'GET /data/portal/mobileapp/provision/offline/code': registering,
  'GET /data/portal/mobileapp/provision/offline/otp': registering,
  'POST /data/portal/mobileapp/provision/offline': registering,
  'POST /data/portal/hwotp/validation': registering,
  'POST /data/portal/hwotp/verification': told(NOT_EARNED, [['open', 'card']], ['person']),
  'POST /data/portal/yubikey/mapping': registering,
  'POST /pw/in-use': told(NOT_EARNED, [...CHANGING, ['link to create', 'identity']], ['person']),
  'PUT /pw': { ...told(NOT_EARNED, CHANGING, ['person']), unless: ['link to create'] },
  'POST /pw': told(NOT_EARNED, [['link to create', 'identity']], ['person']),
  'GET /pw/level': told(NOT_EARNED, [...CHANGING, ['link to create', 'identity']], []),
  'POST /pw/answer': told(NOT_EARNED, [['saved']], ['person']),
  'POST /pw/init': told(NOT_EARNED, [['saved']], ['person']),
  'POST /data/sso/password/answer/verification': told(NOT_EARNED, [['known'], ['login'], ['link to change']]),
  'GET /data/sso/password/questions/person': told(NOT_EARNED, [['known'], ['login'], ['link to change']]),
  'GET /data/sso/password/questions': told(NOT_EARNED, [['link to create']], ['client']),
  'POST /data/sso/password/ak/verification': nobody,
  'GET /data/portal/factors': registering,
  'PUT /data/portal/factors': registering,
  'DELETE /data/portal/factors': registering,
  'GET /data/portal/sessions': registering,
  'DELETE /data/portal/sessions': registering,
  'GET /device/pushes': told([401, 'unknownDevice'], [['push', 'qr']], []),
} as const satisfies Readonly<Record<string, Row>>;

export type CallName = keyof typeof TABLE;

import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { CallAnswer } from '#tests/support/server/browser.ts';
import { sendSecondStep } from '#tests/support/server/second-step.ts';
import { firstStep } from '#tests/support/server/steps.ts';
import { type Credentials, FREE_CARD, headersOf, passwordBody, sendBody } from './credentials.ts';
import type { CallName } from './table.ts';

type Request = { readonly path: string; readonly body?: unknown };

const PASSKEY_CREDENTIAL = {
  id: 'eA',
  rawId: 'eA',
  type: 'public-key',
  response: { clientDataJSON: 'eA', attestationObject: 'eA' },
};

const requestTo = (path: string, body?: unknown): Request => ({ path, ...(body !== undefined && { body }) });

/** The request of each call with these credentials; the keys are those of the table, with a variant after a comma. */
const REQUESTS: Readonly<
  Record<Exclude<CallName, 'POST /authenticate, second step'>, (credentials: Credentials) => Request>
> = {
  'GET /summary/auth': () => requestTo('/summary/auth'),
  'GET /summary/domain/portal': () => requestTo('/summary/domain/portal'),
  'POST /data/portal/request/decline': () =>
    requestTo('/data/portal/request/decline', { redirect: 'http://localhost:8080/oauth2/authorize/unknown' }),
  'GET /data/sso/config': ({ clientId }) => requestTo(`/data/sso/config/${clientId}`),
  'GET /data/sso/setting/password-security': ({ clientId }) =>
    requestTo(`/data/sso/setting/password-security?clientId=${clientId}`),
  'GET /data/sso/accounts': ({ userId, clientId }) =>
    requestTo(`/data/sso/accounts/${userId}?clientId=${clientId}`),
  'GET /data/sso/accounts/account-info': ({ userId, clientId }) =>
    requestTo(`/data/sso/accounts/${userId}/account-info?clientId=${clientId}`),
  'GET /data/sso/authenticator': ({ userId, clientId }) =>
    requestTo(`/data/sso/authenticator/${userId}?clientId=${clientId}`),
  'POST /auth/policy/check': ({ userId, clientId }) => requestTo('/auth/policy/check', { userId, clientId }),
  'POST /login/password, N': (credentials) => requestTo('/login/password', passwordBody(credentials, 'N')),
  'POST /login/password, Y': (credentials) => requestTo('/login/password', passwordBody(credentials, 'Y')),
  'POST /authenticate, first step': ({ userId, clientId, policyId }) =>
    requestTo('/authenticate', { userId, userPassword: firstStep({ clientId, policyId }) }),
  'POST /login/oidc': ({ userId, clientId }) =>
    requestTo('/login/oidc', { clientId, userId, type: '-1', otp: SEED_PASSWORD, fidoStatus: '' }),
  'POST /auth/login/oidc': ({ userId, clientId }) =>
    requestTo('/auth/login/oidc', { clientId, userId, type: '12', fidoStatus: 'start' }),
  'POST /auth/login/fido': ({ clientId }) => requestTo('/auth/login/fido', { clientId, fidoStatus: 'start' }),
  'POST /auth/oauth2/mfa/check, identity': ({ userId, clientId }) =>
    requestTo('/auth/oauth2/mfa/check', {
      userId,
      clientId,
      otp: '000000',
      selfAuthFlag: 'Y',
      otpTypeCode: '2',
    }),
  'POST /auth/oauth2/mfa/check, passkey': ({ userId, clientId }) =>
    requestTo('/auth/oauth2/mfa/check', {
      userId,
      clientId,
      otpTypeCode: '12',
      portalType: 'user',
      fidoStatus: 'start',
    }),
  'POST /token/access': ({ userId, clientId }) => requestTo('/token/access', { userId, clientId }),
  'POST /data/portal/default': ({ userId }) =>
    requestTo('/data/portal/default', { type: 'oidc', userId, default: '98' }),
  'POST /auth/oauth2/send/sms': (credentials) => requestTo('/auth/oauth2/send/sms', sendBody(credentials)),
  'POST /auth/oauth2/send/inmail': (credentials) =>
    requestTo('/auth/oauth2/send/inmail', sendBody(credentials)),
  'POST /auth/oauth2/send/exmail': (credentials) =>
    requestTo('/auth/oauth2/send/exmail', sendBody(credentials)),
  'POST /data/sso/accounts/verification': ({ userId, clientId }) =>
    requestTo(`/data/sso/accounts/${userId}/verification`, {
      clientId,
      lastName: '',
      firstName: '',
      info: 'wrong@mail.example',
      type: 'inmail',
    }),
  'POST /mobileapp/push': (credentials) =>
    requestTo(
      `/mobileapp/push/${credentials.userId}?clientId=${credentials.clientId}&ip=`,
      sendBody(credentials),
    ),
  'GET /data/sso/mobileapp/push/check': ({ pushId, clientId }) =>
    requestTo(`/data/sso/mobileapp/push/check/${pushId}?time=1&clientId=${clientId}`),
  'DELETE /data/sso/mobileapp/push': ({ pushId, clientId }) =>
    requestTo(`/data/sso/mobileapp/push/${pushId}?clientId=${clientId}`),
  'GET /data/mobileapp/push/check': ({ pushId }) => requestTo(`/data/mobileapp/push/check/${pushId}`),
  'DELETE /data/mobileapp/push': ({ pushId }) => requestTo(`/data/mobileapp/push/${pushId}`),
  'GET /mobileapp/qr, first step': () => requestTo('/mobileapp/qr?ip='),
  'GET /mobileapp/qr, second step': ({ userId }) =>
    requestTo(`/mobileapp/qr?userId=${userId}&appName=cubelogin`),
  'GET /data/sso/mobileapp/qr/check': ({ qrId, clientId }) =>
    requestTo(`/data/sso/mobileapp/qr/check/${qrId}?time=1&clientId=${clientId}`),
  'GET /data/mobileapp/qr/check': ({ qrId }) => requestTo(`/data/mobileapp/qr/check/${qrId}`),
  'POST /data/portal/fido-token/check-name': ({ userId }) =>
    requestTo(`/data/portal/fido-token/check-name?userId=${userId}&tokenName=x`, {}),
  'POST /start': ({ userId, clientId }) =>
    requestTo('/start', { username: userId, keyname: 'x', tenantId: clientId.slice(0, 16) }),
  'POST /finish': ({ userId, clientId }) =>
    requestTo('/finish', {
      userId,
      tokenName: 'x',
      publicKeyCredential: PASSKEY_CREDENTIAL,
      tenantId: clientId.slice(0, 16),
    }),
  'POST /data/portal/passkey-offer/start': () => requestTo('/data/portal/passkey-offer/start', {}),
  'POST /data/portal/passkey-offer/finish': () =>
    requestTo('/data/portal/passkey-offer/finish', { publicKeyCredential: PASSKEY_CREDENTIAL }),
  'POST /data/portal/passkey-offer/decline': () =>
    requestTo('/data/portal/passkey-offer/decline', { until: 'later' }),
  'GET /data/portal/open-sign-ins': () => requestTo('/data/portal/open-sign-ins'),
  'POST /data/portal/open-sign-ins/end': () => requestTo('/data/portal/open-sign-ins/end', { ends: [] }),
  'GET /data/check/provision/mobileapp': ({ ak }) =>
    requestTo(`/data/check/provision/mobileapp/${ak}?subdomain=`),
  'GET /data/portal/mobileapp/provision/generation': ({ userId }) =>
    requestTo(`/data/portal/mobileapp/provision/generation/${userId}`),
  'POST /noti/mobileapp/provision/link': ({ userId, clientId, ak }) =>
    requestTo(`/noti/mobileapp/provision/link/${clientId.slice(0, 16)}`, { userId, ak, clientId }),
  'GET /data/portal/mobileapp/provision': ({ userId }) =>
    requestTo(`/data/portal/mobileapp/provision?userId=${userId}&time=1`),
  'POST /data/portal/mobileapp/provision/qr': ({ userId }) =>
    requestTo('/data/portal/mobileapp/provision/qr', { userId, ipAddress: '' }),
  'GET /data/portal/mobileapp/provision/schema': () =>
    requestTo('/data/portal/mobileapp/provision/schema?authCode=0000000000000000'),
  'POST /data/portal/mobileapp/provision/offline/code': ({ userId }) =>
    requestTo('/data/portal/mobileapp/provision/offline/code', { userId, clientKey: 'AB12CD34EF56GH78' }),
  'GET /data/portal/mobileapp/provision/offline/code': ({ userId }) =>
    requestTo(`/data/portal/mobileapp/provision/offline/code/${userId}`),
  'GET /data/portal/mobileapp/provision/offline/otp': ({ userId }) =>
    requestTo(`/data/portal/mobileapp/provision/offline/otp/${userId}`),
  'POST /data/portal/mobileapp/provision/offline': ({ userId }) =>
    requestTo('/data/portal/mobileapp/provision/offline', { userId, osType: 'ios' }),
  'POST /data/portal/mobileapp/provision/standard/secret': ({ userId }) =>
    requestTo('/data/portal/mobileapp/provision/standard/secret', { userId }),
  'POST /data/portal/mobileapp/provision/standard': ({ userId }) =>
    requestTo('/data/portal/mobileapp/provision/standard', { userId, otp: '123456' }),
  'POST /data/portal/hwotp/validation': ({ userId }) =>
    requestTo('/data/portal/hwotp/validation', { userId, sn: FREE_CARD }),
  'POST /data/portal/hwotp/verification': ({ userId }) =>
    requestTo('/data/portal/hwotp/verification', { userId, sn: FREE_CARD, otp: '123456' }),
  'POST /data/portal/yubikey/mapping': ({ userId }) =>
    requestTo('/data/portal/yubikey/mapping', { userId, otp: 'c'.repeat(44) }),
  'POST /pw/in-use': ({ userId }) => requestTo('/pw/in-use', { userId, pw: 'Korea!2x6-mountain' }),
  'PUT /pw': ({ userId }) => requestTo('/pw', { userId, pw: 'Korea!2x6-mountain' }),
  'POST /pw': ({ userId }) => requestTo('/pw', { userId, pw: 'Korea!2x6-mountain' }),
  'GET /pw/level': () => requestTo('/pw/level'),
  'POST /pw/answer': ({ userId }) =>
    requestTo('/pw/answer', { userId, questionId: 'book', answer: '어린 왕자' }),
  'POST /pw/init': ({ userId, ak }) => requestTo('/pw/init', { userId, ak }),
  'POST /data/sso/password/answer/verification': ({ userId, clientId }) =>
    requestTo('/data/sso/password/answer/verification', { userId, clientId, answer: '제주도' }),
  'GET /data/sso/password/questions/person': ({ userId, clientId }) =>
    requestTo(`/data/sso/password/questions/${userId}?clientId=${clientId}`),
  'GET /data/sso/password/questions': ({ clientId }) =>
    requestTo(`/data/sso/password/questions?clientId=${clientId}`),
  'POST /data/sso/password/ak/verification': ({ userId, clientId, ak }) =>
    requestTo('/data/sso/password/ak/verification', { userId, clientId, ak }),
  'GET /data/portal/factors': ({ userId }) => requestTo(`/data/portal/factors?userId=${userId}`),
  'PUT /data/portal/factors': ({ userId }) => requestTo('/data/portal/factors/x', { userId, name: 'x' }),
  'DELETE /data/portal/factors': ({ userId }) => requestTo(`/data/portal/factors/x?userId=${userId}`),
  'GET /data/portal/sessions': ({ userId }) => requestTo(`/data/portal/sessions?userId=${userId}`),
  'DELETE /data/portal/sessions': ({ userId }) => requestTo(`/data/portal/sessions/x?userId=${userId}`),
  'DELETE /data/portal/remembered-browsers': ({ userId }) =>
    requestTo(`/data/portal/remembered-browsers/x?userId=${userId}`),
  'GET /device/pushes': () => requestTo('/device/pushes'),
  'GET /device/subscription': () => requestTo('/device/subscription'),
  'POST /device/name': () => requestTo('/device/name', { name: 'Work phone' }),
  'POST /device/subscription': () => requestTo('/device/subscription', { subscription: null }),
};

/** Makes a call as a page with these credentials would. */
export function makeCall(call: CallName, credentials: Credentials): Promise<CallAnswer> {
  if (call === 'POST /authenticate, second step')
    return sendSecondStep({ ...credentials, accessToken: credentials.token }, '1', '000000');
  const { path, body } = REQUESTS[call](credentials);
  const method = call.slice(0, call.indexOf(' '));
  return credentials.browser.call(method, path, {
    ...(body !== undefined && { body }),
    headers: headersOf(credentials),
  });
}

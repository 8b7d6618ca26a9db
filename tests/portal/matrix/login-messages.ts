import { type ExpectedMessages, messagesFor, sameMessageFor } from './expected-messages.ts';
import type { LOGIN_CALLS } from './login-calls.ts';

/** The server answers for an unknown QR code as for an expired one. */
const QR_CODE_EXPIRED: ExpectedMessages = { '404': 'qr.expired', 'a refusal 010_3': 'qr.expired' };

/** The expected message for each call of a sign-in and each fault; none for a call without a row. */
export const LOGIN_MESSAGES: Readonly<Partial<Record<keyof typeof LOGIN_CALLS, ExpectedMessages>>> = {
  'GET /summary/auth': sameMessageFor('notice.invalidAccess', {
    unauthorized: 'notice.unauthorized',
    busy: 'redirect.unanswered',
    trouble: 'redirect.unanswered',
    unreachable: 'redirect.unanswered',
  }),
  'GET /data/sso/config/{clientId}': sameMessageFor('identity.serviceUnknown'),
  'GET /data/sso/authenticator/{userId}': sameMessageFor('chooser.lookUpFailed'),
  'POST /auth/policy/check': messagesFor({ refused: 'info.failure.authentication.failure' }),
  'POST /login/password, before the methods': messagesFor({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'remark.policyChanged',
    outdated: null,
  }),
  'POST /authenticate, first step': messagesFor({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'remark.policyChanged',
    outdated: null,
  }),
  'POST /authenticate, second step': messagesFor({
    refused: 'info.failure.otp.authentication',
    unauthorized: 'remark.policyChanged',
    outdated: null,
  }),
  'POST /login/oidc': messagesFor({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'remark.policyChanged',
    outdated: null,
  }),
  'POST /auth/login/oidc': messagesFor({
    refused: 'info.fidotoken.failure.authentication',
    unauthorized: 'remark.policyChanged',
    outdated: 'remark.policyChanged',
  }),
  'POST /auth/login/fido': messagesFor({ refused: 'info.fidotoken.failure.authentication' }),
  'POST /auth/oauth2/mfa/check, passkey': messagesFor({
    refused: 'info.fidotoken.failure.authentication',
    unauthorized: 'notice.unauthorized',
    outdated: 'notice.unauthorized',
  }),
  'POST /token/access': messagesFor({ refused: 'info.failure.otp.send' }),
  'POST /auth/oauth2/send/sms': messagesFor({ refused: 'info.failure.otp.send' }),
  'POST /auth/oauth2/send/inmail': messagesFor({ refused: 'info.failure.otp.send' }),
  'POST /auth/oauth2/send/exmail': messagesFor({ refused: 'info.failure.otp.send' }),
  'POST /mobileapp/push/{userId}': messagesFor({ refused: 'info.failure.authentication.failure' }),
  'GET /data/sso/mobileapp/push/check/{pushId}': messagesFor({
    refused: 'info.failure.authentication.failure',
    trouble: 'push.cutOff',
    unreachable: 'push.cutOff',
  }),
  'DELETE /data/sso/mobileapp/push/{pushId}': sameMessageFor('push.cancelled'),
  'GET /data/mobileapp/push/check/{pushId}': messagesFor({
    refused: 'info.failure.authentication.failure',
    trouble: 'push.cutOff',
    unreachable: 'push.cutOff',
  }),
  'DELETE /data/mobileapp/push/{pushId}': sameMessageFor('push.cancelled'),
  'GET /mobileapp/qr, first step': messagesFor({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'remark.policyChanged',
    outdated: 'remark.policyChanged',
  }),
  'GET /mobileapp/qr, second step': messagesFor({
    refused: 'info.failure.authentication.failure',
    unauthorized: 'notice.unauthorized',
    outdated: 'notice.unauthorized',
  }),
  'GET /data/sso/mobileapp/qr/check/{qrId}': messagesFor(
    {
      refused: 'info.failure.authentication.failure',
      unauthorized: 'remark.policyChanged',
      outdated: 'remark.policyChanged',
      trouble: null,
      unreachable: null,
    },
    QR_CODE_EXPIRED,
  ),
  'GET /data/mobileapp/qr/check/{qrId}': messagesFor(
    {
      refused: 'info.failure.authentication.failure',
      unauthorized: 'notice.unauthorized',
      outdated: 'notice.unauthorized',
      trouble: null,
      unreachable: null,
    },
    QR_CODE_EXPIRED,
  ),
  'GET /data/check/provision/mobileapp/{ak}': messagesFor({ refused: 'provisioning.failed' }),
};

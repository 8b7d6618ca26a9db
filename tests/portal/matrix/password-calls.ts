import { screen } from '@testing-library/react';
import { json } from '#tests/portal/faults.ts';
import type { LoadedPage, Server } from '#tests/portal/page.ts';
import { SECURITY } from '#tests/portal/password-calls.ts';
import { PASSWORD_LINK, passwordServer } from '#tests/portal/password-journey.ts';
import {
  type CallRow,
  enter,
  enterCode,
  enterId,
  fill,
  hasField,
  inOrder,
  isTitled,
  press,
  showsText,
} from './calls.ts';

const FORGOT = '/password/forgot';
const NEW_PASSWORD = 'Sunrise!27-hill';

/** A server at which this one proof allows to change a password. */
function serverWith(proof: 'QnA' | 'selfAuth'): Server {
  const server = passwordServer();
  server.answers.security = () =>
    json({ status: 200, data: [{ ...SECURITY, internalMail: 'N', selfAuthMethodWhenPwChange: proof }] });
  return server;
}
const selfAuthServer = (): Server => serverWith('selfAuth');
const questionServer = (): Server => serverWith('QnA');

async function enterPhoneNumber(page: LoadedPage): Promise<void> {
  await enter('selfAuth.phone', '01012345678')(page);
}
const sendCode = press('otp.send', 'otp.resend');
async function enterSentCode(page: LoadedPage): Promise<void> {
  await screen.findByText(page.text('otp.sent'), { exact: false });
  await enterCode(page);
}
const enterAnswer = enter('questions.answer', '제주도');

async function save(page: LoadedPage): Promise<void> {
  for (const label of ['passwordSetup.new', 'passwordSetup.confirm'] as const) {
    await fill(page, await screen.findByLabelText<HTMLInputElement>(page.text(label)), NEW_PASSWORD);
  }
  await page.press('action.save');
}

const proveIdentity = inOrder(enterId, enterPhoneNumber, sendCode, enterSentCode);
const asksNewPassword = hasField('passwordSetup.new');

/** The calls of section 7 by which a password is created or changed. */
export const PASSWORD_FLOW_CALLS = {
  'GET /data/sso/setting/password-security': {
    name: 'security',
    server: selfAuthServer,
    address: FORGOT,
    make: enterId,
    isDone: isTitled('title.selfAuth'),
  },
  'GET /data/sso/accounts/{userId}': {
    name: 'account',
    server: selfAuthServer,
    address: FORGOT,
    make: enterId,
    isDone: isTitled('title.selfAuth'),
  },
  'GET /data/sso/accounts/{userId}/account-info': {
    name: 'contacts',
    server: selfAuthServer,
    address: FORGOT,
    make: enterId,
    isDone: isTitled('title.selfAuth'),
    silenceReason: 'the identity methods of the service are offered without it',
  },
  'POST /data/sso/accounts/{userId}/verification': {
    name: 'verify',
    server: selfAuthServer,
    address: FORGOT,
    reach: enterId,
    make: enterPhoneNumber,
    isDone: showsText('otp.send'),
  },
  'POST /auth/oauth2/mfa/check, identity': {
    name: 'startSecondAssertion',
    server: selfAuthServer,
    address: FORGOT,
    reach: inOrder(enterId, enterPhoneNumber, sendCode),
    make: enterSentCode,
    isDone: asksNewPassword,
  },
  'POST /data/sso/password/ak/verification': {
    name: 'link',
    server: passwordServer,
    address: PASSWORD_LINK,
    make: enterId,
    isDone: isTitled('title.selfAuth'),
  },
  'GET /data/sso/password/questions': {
    name: 'questions',
    server: passwordServer,
    address: PASSWORD_LINK,
    reach: proveIdentity,
    isDone: hasField('questions.answer'),
  },
  'GET /data/sso/password/questions/{userId}': {
    name: 'question',
    server: questionServer,
    address: FORGOT,
    reach: enterId,
    isDone: hasField('questions.answer'),
  },
  'POST /data/sso/password/answer/verification': {
    name: 'answer',
    server: questionServer,
    address: FORGOT,
    reach: enterId,
    make: enterAnswer,
    isDone: asksNewPassword,
  },
  'GET /pw/level': {
    name: 'level',
    server: questionServer,
    address: FORGOT,
    reach: inOrder(enterId, enterAnswer),
    isDone: asksNewPassword,
    silenceReason: 'the first level applies until the server sends another',
  },
  'POST /pw/in-use': {
    reasonToAcceptRefusals: 'a refusal means that it is not the current password',
    name: 'inUse',
    server: questionServer,
    address: FORGOT,
    reach: inOrder(enterId, enterAnswer),
    make: save,
    isDone: isTitled('title.identity', 'title.password'),
  },
  'PUT /pw': {
    name: 'change',
    server: questionServer,
    address: FORGOT,
    reach: inOrder(enterId, enterAnswer),
    make: save,
    isDone: isTitled('title.identity', 'title.password'),
  },
  'POST /pw': {
    name: 'create',
    server: passwordServer,
    address: PASSWORD_LINK,
    reach: inOrder(proveIdentity, enterAnswer),
    make: save,
    isDone: isTitled('title.identity', 'return.leavingUnknown'),
  },
  'POST /pw/answer': {
    name: 'saveAnswer',
    server: passwordServer,
    address: PASSWORD_LINK,
    reach: inOrder(proveIdentity, enterAnswer),
    make: save,
    isDone: isTitled('title.identity', 'return.leavingUnknown'),
  },
  'POST /pw/init': {
    name: 'endLink',
    server: passwordServer,
    address: PASSWORD_LINK,
    reach: inOrder(proveIdentity, enterAnswer),
    make: save,
    isDone: isTitled('title.identity', 'return.leavingUnknown'),
  },
} as const satisfies Record<string, CallRow>;

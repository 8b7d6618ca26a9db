import { screen } from '@testing-library/react';
import { json } from '#tests/portal/faults.ts';
import type { LoadedPage, Server } from '#tests/portal/page.ts';
import { SECURITY } from '#tests/portal/password-calls.ts';
import { passwordServer } from '#tests/portal/password-journey.ts';
import {
  type CallRow,
  enter,
  enterCode,
  enterId,
  fill,
  hasField,
  inTurn,
  isSaid,
  isTitled,
  press,
} from './calls.ts';

const LINK = '/password?clientid=demo-service&ak=ak-1';
const FORGOT = '/password/forgot';
const NEW_PASSWORD = 'Sunrise!27-hill';

/** One whose link changes the password after the question alone. */
function serverWith(proof: 'QnA' | 'selfAuth'): Server {
  const server = passwordServer();
  server.answers.security = () =>
    json({ status: 200, data: [{ ...SECURITY, internalMail: 'N', selfAuthMethodWhenPwChange: proof }] });
  return server;
}
const bySelfAuth = (): Server => serverWith('selfAuth');
const byQuestion = (): Server => serverWith('QnA');

async function tellNames(page: LoadedPage): Promise<void> {
  await enter('selfAuth.phone', '01012345678')(page);
}
const sendCode = press('otp.send', 'otp.resend');
async function typeCode(page: LoadedPage): Promise<void> {
  await screen.findByText(page.text('otp.sent'), { exact: false });
  await enterCode(page);
}
const answer = enter('questions.answer', '제주도');

async function save(page: LoadedPage): Promise<void> {
  for (const label of ['passwordSetup.new', 'passwordSetup.confirm'] as const) {
    await fill(page, await screen.findByLabelText<HTMLInputElement>(page.text(label)), NEW_PASSWORD);
  }
  await page.press('action.save');
}

const proven = inTurn(enterId, tellNames, sendCode, typeCode);
const isSetUp = hasField('passwordSetup.new');

/** The calls of section 7 by which a password is made or changed. */
export const PASSWORD_FLOW_CALLS = {
  'GET /data/sso/setting/password-security': {
    name: 'security',
    server: bySelfAuth,
    address: FORGOT,
    make: enterId,
    isDone: isTitled('title.selfAuth'),
  },
  'GET /data/sso/accounts/{userId}': {
    name: 'account',
    server: bySelfAuth,
    address: FORGOT,
    make: enterId,
    isDone: isTitled('title.selfAuth'),
  },
  'GET /data/sso/accounts/{userId}/account-info': {
    name: 'contacts',
    server: bySelfAuth,
    address: FORGOT,
    make: enterId,
    isDone: isTitled('title.selfAuth'),
    quiet: 'the ways that the service offers are there without it',
  },
  'POST /data/sso/accounts/{userId}/verification': {
    name: 'verify',
    server: bySelfAuth,
    address: FORGOT,
    reach: enterId,
    make: tellNames,
    isDone: isSaid('otp.send'),
  },
  'POST /auth/oauth2/mfa/check, identity': {
    name: 'startSecondAssertion',
    server: bySelfAuth,
    address: FORGOT,
    reach: inTurn(enterId, tellNames, sendCode),
    make: typeCode,
    isDone: isSetUp,
  },
  'POST /data/sso/password/ak/verification': {
    name: 'link',
    server: passwordServer,
    address: LINK,
    make: enterId,
    isDone: isTitled('title.selfAuth'),
  },
  'GET /data/sso/password/questions': {
    name: 'questions',
    server: passwordServer,
    address: LINK,
    reach: proven,
    isDone: hasField('questions.answer'),
  },
  'GET /data/sso/password/questions/{userId}': {
    name: 'question',
    server: byQuestion,
    address: FORGOT,
    reach: enterId,
    isDone: hasField('questions.answer'),
  },
  'POST /data/sso/password/answer/verification': {
    name: 'answer',
    server: byQuestion,
    address: FORGOT,
    reach: enterId,
    make: answer,
    isDone: isSetUp,
  },
  'GET /pw/level': {
    name: 'level',
    server: byQuestion,
    address: FORGOT,
    reach: inTurn(enterId, answer),
    isDone: isSetUp,
    quiet: 'the first level holds until the server says another',
  },
  'POST /pw/in-use': {
    takesRefusals: 'a no says that it is not the present password',
    name: 'inUse',
    server: byQuestion,
    address: FORGOT,
    reach: inTurn(enterId, answer),
    make: save,
    isDone: isTitled('title.identity', 'title.password'),
  },
  'PUT /pw': {
    name: 'change',
    server: byQuestion,
    address: FORGOT,
    reach: inTurn(enterId, answer),
    make: save,
    isDone: isTitled('title.identity', 'title.password'),
  },
  'POST /pw': {
    name: 'create',
    server: passwordServer,
    address: LINK,
    reach: inTurn(proven, answer),
    make: save,
    isDone: isTitled('title.identity', 'departure.leavingUnknown'),
  },
  'POST /pw/answer': {
    name: 'saveAnswer',
    server: passwordServer,
    address: LINK,
    reach: inTurn(proven, answer),
    make: save,
    isDone: isTitled('title.identity', 'departure.leavingUnknown'),
  },
  'POST /pw/init': {
    name: 'endLink',
    server: passwordServer,
    address: LINK,
    reach: inTurn(proven, answer),
    make: save,
    isDone: isTitled('title.identity', 'departure.leavingUnknown'),
  },
} as const satisfies Record<string, CallRow>;

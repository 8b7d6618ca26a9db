import type { Cases } from '#cases/cases.ts';
import { rejected } from '#cases/samples.ts';
import type { PhoneMachine } from '#machines/phone/phone.machine.ts';
import type { PhoneRequest, Requests } from '#machines/phone/phone.types.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';

export const KIM = { id: 'kim-1', userId: 'kim' };
export const LEE = { id: 'lee-1', userId: 'lee' };

/** A link that the app is opened with. */
export const LINK = 'https://portal.example/app/#data=kim';

export const DIGITS = { authCode: '1234567890123456', otp: '654321' };
const COPIED = 'https://portal.example/provisioning?ak=copied';

export const REQUEST: PhoneRequest = {
  id: 'push-1',
  account: KIM,
  purpose: 'login',
  service: 'Company Mail',
  browser: 'Chrome · Windows',
  address: '203.0.113.7',
  at: 1_000,
  validUntil: 61_000,
  remaining: 50_000,
  choices: ['7KQ2', 'AB3D', 'M4NP', 'XY9Z'],
};

/** Nothing waits. */
export const SILENCE: Requests = { request: null, isUnreachable: false, unknown: [] };

/** What a person, the portal and the phone may do to it. */
export const cases = {
  events: [
    { type: 'language.chosen', language: 'en' },
    { type: 'link.opened', link: LINK },
    { type: 'opening.retry' },
    { type: 'account.add' },
    { type: 'account.remove', id: KIM.id },
    { type: 'account.remove', id: 'gone' },
    { type: 'removal.confirmed' },
    { type: 'removal.cancelled' },
    { type: 'codes.retry' },
    { type: 'notifications.enable' },
    { type: 'choice.made', choice: '7KQ2' },
    { type: 'request.refuse' },
    { type: 'way.chosen', way: 'digits' },
    { type: 'way.chosen', way: 'link' },
    { type: 'way.change' },
    { type: 'adding.leave' },
    { type: 'link.confirmed' },
    { type: 'link.submitted', link: ' ' },
    { type: 'link.submitted', link: COPIED },
    { type: 'digits.submitted', authCode: '12', otp: '' },
    { type: 'digits.submitted', ...DIGITS },
    { type: 'entry.edited' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    loadAccounts: [[], [KIM, LEE]],
    readLink: ['kim', null],
    register: [success(KIM), failed(rejected('005_1')), failed(UNREACHABLE)],
    computeCodes: [
      {
        codes: [
          { id: KIM.id, code: '123456' },
          { id: LEE.id, code: '654987' },
        ],
        validUntil: 30_000,
        remaining: 12_000,
      },
    ],
    askRequests: [
      SILENCE,
      { request: REQUEST, isUnreachable: false, unknown: [] },
      { request: null, isUnreachable: true, unknown: ['lee'] },
    ],
    answerRequest: [
      success(undefined),
      failed(rejected('010_2')),
      failed(rejected('010_5', 404)),
      failed(UNREACHABLE),
    ],
    checkNotifications: ['off', 'on'],
    enableNotifications: ['on', 'blocked'],
    removeAccount: [undefined],
  },
  secrets: [DIGITS.authCode, DIGITS.otp, COPIED],
} satisfies Cases<PhoneMachine>;

import { type Answer, json } from './faults.ts';

/** The calls of the password flows; codes are sent and checked by the calls of the methods. */
export const PASSWORD_CALLS = {
  contacts: 'GET /data/sso/accounts/kim/account-info',
  verify: 'POST /data/sso/accounts/kim/verification',
  question: 'GET /data/sso/password/questions/kim',
  questions: 'GET /data/sso/password/questions',
  answer: 'POST /data/sso/password/answer/verification',
  level: 'GET /pw/level',
  inUse: 'POST /pw/in-use',
  change: 'PUT /pw',
  create: 'POST /pw',
  link: 'POST /data/sso/password/ak/verification',
  saveAnswer: 'POST /pw/answer',
  endLink: 'POST /pw/init',
} as const;
type PasswordCallName = keyof typeof PASSWORD_CALLS;

/** The setting of a password flow that offers identity checks and the question. */
export const SECURITY = {
  sms: 'Y',
  internalMail: 'Y',
  selfAuthMethodWhenPwChange: 'selfAuthOrQnA',
  passwordReuseLimit: 3,
  provideAuthPortalPwChange: 'Y',
};

const CONTACTS = {
  status: 200,
  setPasswordFlag: 'Y',
  phoneNumber: '010-****-5678',
  internalMail: 'k**@corp.example',
};

const QUESTION = {
  questionId: 'trip',
  questionKo: '가장 기억에 남는 여행지는?',
  questionEn: 'Your best trip?',
};

/** Successful answers of these calls. */
export const PASSWORD_ANSWERS: Record<PasswordCallName, Answer> = {
  contacts: () => json(CONTACTS),
  verify: () => json(CONTACTS),
  question: () => json({ status: 200, ...QUESTION }),
  questions: () => json({ status: 200, data: [QUESTION] }),
  answer: () => json({ status: 200, accessToken: 'identity-1' }),
  level: () => json({ status: 200, level: 3 }),
  inUse: () => new Response(null, { status: 204 }),
  change: () => json({ status: 200 }),
  create: () => json({ status: 200 }),
  link: () => json({ status: 200, redirectUrl: '/login', ak_type: 'create' }),
  saveAnswer: () => json({ status: 200 }),
  endLink: () => json({ status: 200 }),
};

import type * as v from 'valibot';
import type { Bilingual } from '#lab/web/language.ts';
import { CHALLENGE_HEADER, REDIRECT_PAGE_ERROR, REDIRECT_PAGE_HEADER } from '#wire/names.ts';
import { CODES_WITHOUT_ACCOUNT } from './codes.ts';
import type { faultRequest } from './schema.ts';

/** The calls that the page of the fault switch offers. The JSON call can name any path. */
export const OFFERED_CALLS = [
  'GET /summary/auth',
  'GET /data/sso/config/*',
  'POST /auth/policy/check',
  'POST /login/password',
  'POST /authenticate',
  'GET /data/sso/accounts/*',
  'GET /data/sso/authenticator/*',
  'POST /token/access',
  'POST /auth/oauth2/send/sms',
  'POST /auth/oauth2/send/inmail',
  'POST /auth/oauth2/send/exmail',
] as const;

type Preset = {
  readonly name: Bilingual;
  readonly fault: Omit<v.InferInput<typeof faultRequest>, 'method' | 'path'>;
};

const CODE_PRESETS: Readonly<Record<string, Preset>> = Object.fromEntries(
  Object.entries(CODES_WITHOUT_ACCOUNT).map(([errCode, { ko, en }]) => [
    errCode,
    { name: { ko: `${errCode} ${ko}`, en: `${errCode} ${en}` }, fault: { errCode } },
  ]),
);

/** The replacement answers that the page of the fault switch offers. */
export const PRESETS: Readonly<Record<string, Preset>> = {
  serverError: {
    name: { ko: '500 오류', en: 'A 500' },
    fault: { status: 500, errCode: '500', message: 'Injected by the lab' },
  },
  html: {
    name: { ko: 'JSON 대신 HTML', en: 'HTML in place of JSON' },
    fault: {
      status: 200,
      raw: '<!doctype html><title>Proxy</title>',
      headers: { 'Content-Type': 'text/html' },
    },
  },
  empty: { name: { ko: '빈 본문', en: 'An empty body' }, fault: { status: 200 } },
  wrongShape: {
    name: { ko: '엉뚱한 JSON', en: 'JSON of another call' },
    fault: { status: 200, raw: '{"hello":"world"}', headers: { 'Content-Type': 'application/json' } },
  },
  wrongChallenge: {
    name: { ko: '일치하지 않는 응답 확인값', en: 'A challenge token that does not match' },
    fault: {
      status: 200,
      raw: '{"status":200}',
      headers: { 'Content-Type': 'application/json', [CHALLENGE_HEADER]: 'bm9uY2U.MQ.bWFj' },
    },
  },
  redirectPage: {
    name: { ko: '오류 페이지로 보내는 헤더', en: 'The header that names the error page' },
    fault: { status: 200, raw: '{}', headers: { [REDIRECT_PAGE_HEADER]: REDIRECT_PAGE_ERROR } },
  },
  sessionExpired: { name: { ko: '401 세션 만료', en: 'A 401' }, fault: { status: 401, errCode: '401' } },
  ...CODE_PRESETS,
};

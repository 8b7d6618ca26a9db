import { describe, expect, test } from 'vitest';
import { failed, success } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import {
  classifyText,
  fetchLinkOfRegistrationCode,
  parseLink,
  readRegistrationLink,
} from '#phone/ports/app-link.ts';
import { describeDevice } from '#phone/ports/describe-device.ts';

const PORTAL = 'https://portal.example';
const OTHER = 'https://other.example';
const DATA = Buffer.from(JSON.stringify({ ak: 'a', userId: '김' })).toString('base64url');
const VALUES = `data=${DATA}&modulus=bW9k&exponent=AQAB`;
const LINK = { data: DATA, modulus: 'bW9k', exponent: 'AQAB', userId: '김' };
const at = (portal: string) => `portal=${encodeURIComponent(portal)}`;

describe('a text is a link', () => {
  test.each([
    ['to a registration, by the page of the app', `${PORTAL}/app/#${VALUES}&${at(PORTAL)}`, LINK],
    ['to a registration, by a scheme', ` cubelogin://provision?${VALUES}&${at(PORTAL)} \n`, LINK],
    ['of a message, with its ak', `${PORTAL}/provisioning?ak=abc`, { ak: 'abc' }],
    ['of a QR code, with its ak', `cubelogin://provision?ak=abc&${at(PORTAL)}`, { ak: 'abc' }],
    ['to a registration, by the page without a portal parameter', `${PORTAL}/app/#${VALUES}`, LINK],
    ['of a QR code with an address of the page', `${PORTAL}/app/#ak=abc`, { ak: 'abc' }],
    ['to a login, by the page', `${PORTAL}/app/#id=q%2F1`, { qrId: 'q/1' }],
    ['to a login, by a scheme', `cubelogin://qr?id=q1&${at(PORTAL)}`, { qrId: 'q1' }],
    ['and rejected for a registration at another portal', `${PORTAL}/app/#${VALUES}&${at(OTHER)}`, null],
    ['and rejected without a portal', `cubelogin://provision?${VALUES}`, null],
    ['and rejected with two portals', `${OTHER}/app/#${VALUES}&${at(PORTAL)}`, null],
    ['and rejected without values', `${PORTAL}/app/#x=1`, null],
    ['and rejected with an invalid portal', 'cubelogin://qr?id=q1&portal=javascript:alert(1)', null],
    ['to another portal, by its page', `${OTHER}/app/#id=q1`, { portal: OTHER }],
    ['to another portal, by a scheme', `cubelogin://provision?ak=abc&${at(OTHER)}`, { portal: OTHER }],
    ['to another portal, by a message', `${OTHER}/provisioning?ak=abc`, { portal: OTHER }],
    ['and rejected on another page', `${PORTAL}/login#${VALUES}&${at(PORTAL)}`, null],
    ['and rejected without an owner', `${PORTAL}/app/#data=e30&modulus=a&exponent=b&${at(PORTAL)}`, null],
    ['and rejected when it has no address', 'no link', null],
  ])('%s', (_, text, link) => {
    expect(parseLink(text, PORTAL)).toEqual(link);
  });
});

/** A portal that answers its calls with these values, one after the other. */
function portalOf(...answers: readonly unknown[]) {
  const paths: string[] = [];
  const remaining = [...answers];
  const client: PhoneClient = {
    now: () => 0,
    call: async ({ path, schema }) => {
      paths.push(path);
      const { value } = schema['~standard'].validate(remaining.shift()) as { value: never };
      return success(value);
    },
  };
  return { client, paths };
}

const AK_ANSWER = { akData: DATA, publicKeyModulus: 'bW9k', publicKeyExponent: 'AQAB' };

test('the link for an ak and the link for 16 digits are fetched', async () => {
  const message = portalOf(AK_ANSWER);
  expect(await readRegistrationLink(message.client, `${PORTAL}/provisioning?ak=a/b`, PORTAL)).toEqual(
    success(LINK),
  );
  expect(message.paths).toEqual(['/data/check/provision/mobileapp/a%2Fb?subdomain=']);
  const digits = portalOf({ schema: `cubelogin://provision?ak=c&${at(PORTAL)}` }, AK_ANSWER);
  expect(await fetchLinkOfRegistrationCode(digits.client, '1234567890123456', PORTAL)).toEqual(success(LINK));
  expect(digits.paths).toHaveLength(2);
});

test('an opened or scanned text is classified, and the owner of an ak is fetched', async () => {
  const read = (text: string, ...answers: readonly unknown[]) =>
    classifyText(portalOf(...answers).client, text, PORTAL);
  expect(await read(`${PORTAL}/app/#${VALUES}`)).toEqual({ kind: 'registration', userId: '김' });
  expect(await read(`${PORTAL}/app/#ak=a`, AK_ANSWER)).toEqual({ kind: 'registration', userId: '김' });
  expect(await read(`${PORTAL}/app/#id=q1`)).toEqual({ kind: 'login', qrId: 'q1' });
  expect(await read(`${OTHER}/app/#id=q1`)).toEqual({ kind: 'otherPortal', portal: OTHER });
  expect(await read('WIFI:S:cafe;;')).toEqual({ kind: 'noLink' });
  expect(await read(`${PORTAL}/app/#ak=a`, { ...AK_ANSWER, akData: 'e30' })).toMatchObject({
    kind: 'failed',
    failure: { code: 'urlInvalid' },
  });
});

test('an unknown link is refused without a call', async () => {
  const { client, paths } = portalOf();
  const refusal = { kind: 'rejected', status: 404, code: 'urlInvalid', message: '', details: {} } as const;
  expect(await readRegistrationLink(client, 'https://evil.example', PORTAL)).toEqual(failed(refusal));
  expect(paths).toEqual([]);
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 16; SM-S931N) AppleWebKit Chrome/156.0 Mobile Safari/537.36',
    'Chrome · Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit SamsungBrowser/30 Chrome/140 Safari/537.36',
    'Samsung Internet · Android',
  ],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Version/26.1 Mobile Safari/604.1', 'Safari · iOS'],
  ['something else', 'Web · Linux'],
])('the device of the browser "%s" is %s', (userAgent, deviceName) => {
  expect(describeDevice(userAgent)).toEqual({ deviceName, os: deviceName.split(' · ')[1] });
});

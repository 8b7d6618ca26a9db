import { describe, expect, test } from 'vitest';
import { failed, success } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { classifyText, linkOfDigits, linkOfText, parseLink } from '#phone/ports/app-link.ts';
import { describeDevice } from '#phone/ports/describe-device.ts';

const PORTAL = 'https://portal.example';
const OTHER = 'https://other.example';
const DATA = Buffer.from(JSON.stringify({ ak: 'a', userId: '김' })).toString('base64url');
const VALUES = `data=${DATA}&modulus=bW9k&exponent=AQAB`;
const LINK = { data: DATA, modulus: 'bW9k', exponent: 'AQAB', userId: '김' };
const at = (portal: string) => `portal=${encodeURIComponent(portal)}`;

describe('a text is read as a link', () => {
  test.each([
    ['of the app', `${PORTAL}/app/#${VALUES}&${at(PORTAL)}`, LINK],
    ['of an app of any scheme', ` cubelogin://provision?${VALUES}&${at(PORTAL)} \n`, LINK],
    ['of a message', `${PORTAL}/provisioning?ak=abc`, { ak: 'abc' }],
    ['of a QR code', `cubelogin://provision?ak=abc&${at(PORTAL)}`, { ak: 'abc' }],
    ['of the page, whose address names the portal', `${PORTAL}/app/#${VALUES}`, LINK],
    ['of a QR code of the page', `${PORTAL}/app/#ak=abc`, { ak: 'abc' }],
    ['of a login', `${PORTAL}/app/#id=q%2F1`, { qrId: 'q/1' }],
    ['of a login by a scheme', `cubelogin://qr?id=q1&${at(PORTAL)}`, { qrId: 'q1' }],
    ['rejected for another portal', `${PORTAL}/app/#${VALUES}&${at(OTHER)}`, null],
    ['rejected without a portal', `cubelogin://provision?${VALUES}`, null],
    ['rejected with two portals', `${OTHER}/app/#${VALUES}&${at(PORTAL)}`, null],
    ['rejected without values', `${PORTAL}/app/#x=1`, null],
    ['rejected with an invalid portal', 'cubelogin://qr?id=q1&portal=javascript:alert(1)', null],
    ['to another portal, by its page', `${OTHER}/app/#id=q1`, { portal: OTHER }],
    ['to another portal, by a scheme', `cubelogin://provision?ak=abc&${at(OTHER)}`, { portal: OTHER }],
    ['to another portal, by a message', `${OTHER}/provisioning?ak=abc`, { portal: OTHER }],
    ['rejected on another page', `${PORTAL}/login#${VALUES}&${at(PORTAL)}`, null],
    ['rejected without an owner', `${PORTAL}/app/#data=e30&modulus=a&exponent=b&${at(PORTAL)}`, null],
    ['rejected when it is no link', 'no link', null],
  ])('%s', (_, text, link) => {
    expect(parseLink(text, PORTAL)).toEqual(link);
  });
});

/** A portal that answers each call with these values in turn. */
function portalOf(...answers: readonly unknown[]) {
  const paths: string[] = [];
  const left = [...answers];
  const client: PhoneClient = {
    now: () => 0,
    call: async ({ path, schema }) => {
      paths.push(path);
      const { value } = schema['~standard'].validate(left.shift()) as { value: never };
      return success(value);
    },
  };
  return { client, paths };
}

const CHECKED = { akData: DATA, publicKeyModulus: 'bW9k', publicKeyExponent: 'AQAB' };

test('fetches the link of an ak and of 16 digits', async () => {
  const message = portalOf(CHECKED);
  expect(await linkOfText(message.client, `${PORTAL}/provisioning?ak=a/b`, PORTAL)).toEqual(success(LINK));
  expect(message.paths).toEqual(['/data/check/provision/mobileapp/a%2Fb?subdomain=']);
  const digits = portalOf({ schema: `cubelogin://provision?ak=c&${at(PORTAL)}` }, CHECKED);
  expect(await linkOfDigits(digits.client, '1234567890123456', PORTAL)).toEqual(success(LINK));
  expect(digits.paths).toHaveLength(2);
});

test('classifies an opened or scanned text, and fetches the owner of an ak', async () => {
  const read = (text: string, ...answers: readonly unknown[]) =>
    classifyText(portalOf(...answers).client, text, PORTAL);
  expect(await read(`${PORTAL}/app/#${VALUES}`)).toEqual({ kind: 'registration', userId: '김' });
  expect(await read(`${PORTAL}/app/#ak=a`, CHECKED)).toEqual({ kind: 'registration', userId: '김' });
  expect(await read(`${PORTAL}/app/#id=q1`)).toEqual({ kind: 'login', qrId: 'q1' });
  expect(await read(`${OTHER}/app/#id=q1`)).toEqual({ kind: 'otherPortal', portal: OTHER });
  expect(await read('WIFI:S:cafe;;')).toEqual({ kind: 'foreign' });
  expect(await read(`${PORTAL}/app/#ak=a`, { ...CHECKED, akData: 'e30' })).toMatchObject({
    kind: 'failed',
    failure: { code: 'urlInvalid' },
  });
});

test('refuses an unknown link without a call', async () => {
  const { client, paths } = portalOf();
  const refused = { kind: 'rejected', status: 404, code: 'urlInvalid', message: '', details: {} } as const;
  expect(await linkOfText(client, 'https://evil.example', PORTAL)).toEqual(failed(refused));
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
])('describes the device of %s', (userAgent, deviceName) => {
  expect(describeDevice(userAgent)).toEqual({ deviceName, os: deviceName.split(' · ')[1] });
});

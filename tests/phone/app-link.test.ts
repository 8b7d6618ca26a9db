import { describe, expect, test } from 'vitest';
import { failed, success } from '#machines/shared/result.ts';
import type { PhoneClient } from '#phone/calls/client.ts';
import { linkOfDigits, linkOfText, parseLink, readText } from '#phone/ports/app-link.ts';
import { thisDevice } from '#phone/ports/this-device.ts';

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
    ['of a picture', `cubelogin://provision?ak=abc&${at(PORTAL)}`, { ak: 'abc' }],
    ['of the page, whose address names the portal', `${PORTAL}/app/#${VALUES}`, LINK],
    ['of a picture of the page', `${PORTAL}/app/#ak=abc`, { ak: 'abc' }],
    ['of a login', `${PORTAL}/app/#id=q%2F1`, { qrId: 'q/1' }],
    ['of a login by a scheme', `cubelogin://qr?id=q1&${at(PORTAL)}`, { qrId: 'q1' }],
    ['and not when it is of another portal', `${PORTAL}/app/#${VALUES}&${at(OTHER)}`, null],
    ['and not when it names no portal', `cubelogin://provision?${VALUES}`, null],
    ['and not with two portals', `${OTHER}/app/#${VALUES}&${at(PORTAL)}`, null],
    ['and not when it has no values', `${PORTAL}/app/#x=1`, null],
    ['and not when its portal is none', 'cubelogin://qr?id=q1&portal=javascript:alert(1)', null],
    ['to another portal, by its page', `${OTHER}/app/#id=q1`, { portal: OTHER }],
    ['to another portal, by a scheme', `cubelogin://provision?ak=abc&${at(OTHER)}`, { portal: OTHER }],
    ['to another portal, by a message', `${OTHER}/provisioning?ak=abc`, { portal: OTHER }],
    ['and not on another page', `${PORTAL}/login#${VALUES}&${at(PORTAL)}`, null],
    ['and not without its owner', `${PORTAL}/app/#data=e30&modulus=a&exponent=b&${at(PORTAL)}`, null],
    ['and not when it is none', 'no link', null],
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

test('an ak is looked up, and 16 digits lead to a link', async () => {
  const message = portalOf(CHECKED);
  expect(await linkOfText(message.client, `${PORTAL}/provisioning?ak=a/b`, PORTAL)).toEqual(success(LINK));
  expect(message.paths).toEqual(['/data/check/provision/mobileapp/a%2Fb?subdomain=']);
  const digits = portalOf({ schema: `cubelogin://provision?ak=c&${at(PORTAL)}` }, CHECKED);
  expect(await linkOfDigits(digits.client, '1234567890123456', PORTAL)).toEqual(success(LINK));
  expect(digits.paths).toHaveLength(2);
});

test('what was opened or scanned is told apart, and the portal names the owner of an ak', async () => {
  const read = (text: string, ...answers: readonly unknown[]) =>
    readText(portalOf(...answers).client, text, PORTAL);
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

test('a link of something else is refused without a call', async () => {
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
])('the portal is told of %s as a name', (userAgent, deviceName) => {
  expect(thisDevice(userAgent)).toEqual({ deviceName, os: deviceName.split(' · ')[1] });
});

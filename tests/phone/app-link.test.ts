import { expect, test } from 'vitest';
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
const portalIs = (portal: string) => `portal=${encodeURIComponent(portal)}`;

test.each([
  ['a link to a registration, by the page of the app', `${PORTAL}/app/#${VALUES}&${portalIs(PORTAL)}`, LINK],
  ['a link to a registration, by a scheme', ` cubelogin://provision?${VALUES}&${portalIs(PORTAL)} \n`, LINK],
  ['a link to a registration, by the page without a portal parameter', `${PORTAL}/app/#${VALUES}`, LINK],
  ['the link of a message, with its ak', `${PORTAL}/provisioning?ak=abc`, { ak: 'abc' }],
  ['the link of a QR code, with its ak', `cubelogin://provision?ak=abc&${portalIs(PORTAL)}`, { ak: 'abc' }],
  ['the link of a QR code, by the page of the app', `${PORTAL}/app/#ak=abc`, { ak: 'abc' }],
  ['a link to a login, by the page of the app', `${PORTAL}/app/#id=q%2F1`, { qrId: 'q/1' }],
  ['a link to a login, by a scheme', `cubelogin://qr?id=q1&${portalIs(PORTAL)}`, { qrId: 'q1' }],
  ['a link to another portal, by its page', `${OTHER}/app/#id=q1`, { portal: OTHER }],
  [
    'a link to another portal, by a scheme',
    `cubelogin://provision?ak=abc&${portalIs(OTHER)}`,
    { portal: OTHER },
  ],
  ['a link to another portal, by a message', `${OTHER}/provisioning?ak=abc`, { portal: OTHER }],
])('a text is read as %s', (_, text, link) => {
  expect(parseLink(text, PORTAL)).toEqual(link);
});

test.each([
  ['a link to a registration at another portal', `${PORTAL}/app/#${VALUES}&${portalIs(OTHER)}`],
  ['a link by a scheme without a portal', `cubelogin://provision?${VALUES}`],
  ['a link with two portals', `${OTHER}/app/#${VALUES}&${portalIs(PORTAL)}`],
  ['a link without values', `${PORTAL}/app/#x=1`],
  ['a link with an invalid portal', 'cubelogin://qr?id=q1&portal=javascript:alert(1)'],
  ['a link to another page', `${PORTAL}/login#${VALUES}&${portalIs(PORTAL)}`],
  ['a link without an owner', `${PORTAL}/app/#data=e30&modulus=a&exponent=b&${portalIs(PORTAL)}`],
  ['a text without an address', 'no link'],
])('%s is rejected', (_, text) => {
  expect(parseLink(text, PORTAL)).toBeNull();
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
  const digits = portalOf({ schema: `cubelogin://provision?ak=c&${portalIs(PORTAL)}` }, AK_ANSWER);
  expect(await fetchLinkOfRegistrationCode(digits.client, '1234567890123456', PORTAL)).toEqual(success(LINK));
  expect(digits.paths).toHaveLength(2);
});

test('an opened or scanned text is classified, and the owner of an ak is fetched', async () => {
  const classify = (text: string, ...answers: readonly unknown[]) =>
    classifyText(portalOf(...answers).client, text, PORTAL);
  expect(await classify(`${PORTAL}/app/#${VALUES}`)).toEqual({ kind: 'registration', userId: '김' });
  expect(await classify(`${PORTAL}/app/#ak=a`, AK_ANSWER)).toEqual({ kind: 'registration', userId: '김' });
  expect(await classify(`${PORTAL}/app/#id=q1`)).toEqual({ kind: 'login', qrId: 'q1' });
  expect(await classify(`${OTHER}/app/#id=q1`)).toEqual({ kind: 'otherPortal', portal: OTHER });
  expect(await classify('WIFI:S:cafe;;')).toEqual({ kind: 'noLink' });
  expect(await classify(`${PORTAL}/app/#ak=a`, { ...AK_ANSWER, akData: 'e30' })).toMatchObject({
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

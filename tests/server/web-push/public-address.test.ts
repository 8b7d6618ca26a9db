import { expect, test } from 'vitest';
import {
  isAllowedEndpoint,
  isPublicAddress,
  publicLookup,
} from '#server/login/push/web-push/public-address.ts';

const LOCAL = 'http://127.0.0.1:8090';

test.each([
  ['https://push.example/send/1', true],
  ['http://push.example/send/1', false],
  ['https://push.example:8443/send/1', false],
  ['https://user:secret@push.example/send/1', false],
  ['https://user@push.example/send/1', false],
  ['https://:secret@push.example/send/1', false],
  ['https://203.0.114.7/send/1', false],
  ['https://2130706433/send/1', false],
  ['https://[::1]/send/1', false],
  [`${LOCAL}/send/1`, true],
  ['http://127.0.0.1:8091/send/1', false],
  ['file:///etc/passwd', false],
  ['nonsense', false],
])('%s may be the address of a subscription: %s', (endpoint, isAllowed) => {
  expect(isAllowedEndpoint(endpoint, [LOCAL])).toBe(isAllowed);
});

test.each([
  ['8.8.8.8', true],
  ['10.1.2.3', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.0.1', false],
  ['100.64.0.1', false],
  ['255.255.255.255', false],
  ['2606:4700::1111', true],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
])('%s is a public address: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

test('no connection is made to a name that resolves to this machine', async () => {
  const error = await new Promise((resolve) => publicLookup('localhost', {}, resolve));
  expect(error).toMatchObject({ code: 'EPRIVATE' });
});

import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptFor } from '#server/login/push/web-push/encrypt.ts';
import { authorizationFor, publicKeyOf, vapidKey } from '#server/login/push/web-push/vapid.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

test('the example of RFC 8291, section 5, is encrypted to the same bytes', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const message = 'When I grow up, I want to be a watermelon';
  expect(encryptFor(keys, message, sender, bytes('DGv6ra1nlYgDCS1FRnbzlw')).toString('base64url')).toBe(
    [
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml',
      'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT',
      'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    ].join(''),
  );
});

test('the VAPID key is created once and signs the authorization for a push service (RFC 8292)', async () => {
  const db = await openTestStorage();
  const key = await vapidKey(db);
  expect(await vapidKey(db)).toEqual(key);
  const header = authorizationFor('https://push.example/a/b?c', key, 'mailto:a@b.example', 0);
  const [, text = '', signature = '', k] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(k).toBe(publicKeyOf(key));
  expect(JSON.parse(bytes(text.split('.')[1] ?? '').toString())).toEqual({
    aud: 'https://push.example',
    exp: 43_200,
    sub: 'mailto:a@b.example',
  });
  const { x, y } = key;
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isSigned = verify(
    'sha256',
    Buffer.from(text),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  );
  expect(isSigned).toBe(true);
});

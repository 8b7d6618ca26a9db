import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrNumber, qrText, readQrText } from '#wire/qr-login.ts';

const NATIVE = { phoneApp: 'native', appScheme: 'cubelogin' } as const;
const PORTAL = 'https://portal.example';

describe('the number of a code', () => {
  it.each([
    ['', '71'],
    ['qr-1', '46'],
  ])('of %j is always the same', (qrId, number) => {
    expect(qrNumber(qrId)).toBe(number);
  });

  it('has two digits', () => {
    fc.assert(fc.property(fc.string(), (qrId) => /^[1-9]\d$/.test(qrNumber(qrId))));
  });

  it('has every value, about equally often', () => {
    const counts = new Map<string, number>();
    for (let index = 0; index < 90_000; index += 1) {
      const number = qrNumber(`code-${index}`);
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    expect(counts.size).toBe(90);
    expect(Math.min(...counts.values())).toBeGreaterThan(700);
    expect(Math.max(...counts.values())).toBeLessThan(1300);
  });
});

describe('the text of a code', () => {
  it('can be read back', () => {
    const fields = { qrId: fc.string({ minLength: 1 }), portal: fc.string({ minLength: 1 }) };
    fc.assert(
      fc.property(fc.record(fields), (code) => {
        expect(readQrText('cubelogin', qrText(NATIVE, code))).toEqual({
          qrId: code.qrId,
          portal: code.portal,
        });
      }),
    );
  });

  it('is a link to the web app when the phone uses the web app', () => {
    const text = qrText({ ...NATIVE, phoneApp: 'web' }, { qrId: 'a/b', portal: PORTAL });
    expect(text).toBe(`${PORTAL}/app/#id=a%2Fb`);
    expect(readQrText('cubelogin', text)).toEqual({ qrId: 'a/b', portal: PORTAL });
  });

  it.each([
    `${PORTAL}/app/#ak=1`,
    `${PORTAL}/login#id=1`,
    'https://portal.example/qr?id=1&portal=https://portal.example',
    'cubelogin://register?id=1&portal=x',
    'other://qr?id=1&portal=x',
    'cubelogin://qr?id=1',
    'cubelogin://qr?portal=x',
    'cubelogin://qr?id=&portal=x',
    '',
  ])('is not %j', (text) => {
    expect(readQrText('cubelogin', text)).toBeNull();
  });
});

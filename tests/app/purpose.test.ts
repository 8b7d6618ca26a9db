import { expect, it } from 'vitest';
import type { MessageLanguage } from '#src/app/messages.ts';
import { purposeOf } from '#src/app/purpose.ts';
import { openPortal, sessionOf } from '#tests/support/model/portal.ts';
import { textIn } from '#tests/support/views.tsx';

const inPortal = (locale: MessageLanguage, company: string) => {
  const session = sessionOf();
  return openPortal({
    address: '/error',
    locale,
    session: { ...session, request: { ...session.request, company } },
  }).context();
};

it.each([
  ['ko', 'code', '사내 메일', 'otp.purpose'],
  ['en', 'check', 'Company Mail', 'selfAuth.purpose'],
  ['ko', 'push', '사내 메일', 'push.purpose'],
  ['en', 'code', '', 'otp.purposeUnknown'],
] as const)(
  'a person reads in %s the purpose of a %s for the service "%s"',
  async (language, purpose, service, key) => {
    expect(await purposeOf(inPortal(language, service), purpose)).toBe(textIn(language)(key, { service }));
  },
);

it('a purpose is truncated to 200 characters', async () => {
  const purpose = await purposeOf(inPortal('en', 'Company '.repeat(40)), 'code');
  expect(purpose).toBe(textIn('en')('otp.purpose', { service: 'Company '.repeat(40) }).slice(0, 200));
  expect(purpose).toHaveLength(200);
});

import { answer } from '#server/http/answer.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Call, CallDeps } from './call.ts';

const REFUSALS = { expired: 'urlExpired', used: 'urlUsed', unknown: 'urlInvalid' } as const;

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What a link to the mobile app is made of (spec section 2, "Provisioning page"; decisions 47 and 48). */
export function provisioningCalls({ portal }: CallDeps): readonly Call[] {
  return [
    {
      method: 'GET',
      path: '/data/check/provision/mobileapp/:ak',
      handle(c) {
        const ak = c.req.param('ak') ?? '';
        const link = portal.provisionLinks.find(ak);
        if (link.state !== 'open') throw new Refusal(404, REFUSALS[link.state]);
        const { modulus, exponent } = portal.provisionKey();
        return answer(c, {
          akData: encoded({ ak, userId: link.userId, expiresAt: link.expiresAt }),
          publicKeyModulus: modulus,
          publicKeyExponent: exponent,
        });
      },
    },
  ];
}

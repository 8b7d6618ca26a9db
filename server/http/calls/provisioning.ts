import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { readBody } from '#server/http/body.ts';
import { appLinkParameters } from '#server/login/provision/app-link.ts';
import { APP_LINK_ERRORS, registerApp } from '#server/login/provision/registration.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Call, CallDeps } from './call.ts';

const registrationBody = v.object({ registration: v.string() });

/** Calls for app links and for registering the app (rules 47 and 48). */
export function provisioningCalls({ portal }: CallDeps): readonly Call[] {
  return [
    {
      method: 'GET',
      path: '/data/check/provision/mobileapp/:ak',
      async handle(c) {
        const ak = c.req.param('ak') ?? '';
        const link = await portal.provisionLinks.find(ak);
        if (link.state !== 'open') throw new Refusal(404, APP_LINK_ERRORS[link.state]);
        const { data, modulus, exponent } = await appLinkParameters(portal, ak, link);
        return answer(c, { akData: data, publicKeyModulus: modulus, publicKeyExponent: exponent });
      },
    },
    {
      method: 'POST',
      path: '/device/apps',
      async handle(c) {
        const { registration } = await readBody(c, registrationBody);
        return answer(c, {
          userId: await registerApp(portal, registration, c.get('requestSession').origin.address),
        });
      },
    },
  ];
}

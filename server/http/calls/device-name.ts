import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { readBody } from '#server/http/body.ts';
import { deviceCallOf } from '#server/http/device-call.ts';
import { authenticateDevice } from '#server/login/device/calling-device.ts';
import { shortText } from '#server/login/provision/registration.ts';
import { hasHiddenCharacters } from '#wire/factor-name.ts';
import type { Call, CallDeps } from './call.ts';

const body = v.object({
  name: v.pipe(
    shortText,
    v.check((name) => !hasHiddenCharacters(name)),
  ),
});

/** The call with which an app renames its phone (rule 276). */
export function deviceNameCalls({ portal }: CallDeps): readonly Call[] {
  return [
    {
      method: 'POST',
      path: '/device/name',
      async handle(c) {
        const { account } = await authenticateDevice(portal, deviceCallOf(c, portal));
        const { name } = await readBody(c, body);
        await portal.devices.mobileApps.rename(account.userId, name);
        return answer(c);
      },
    },
  ];
}

import { wireClientId } from '#server/config/problems.ts';
import { answer } from '#server/http/answer.ts';
import { flag } from '#server/login/policy/answer.ts';
import { Refusal } from '#server/login/refusal.ts';
import { shownNotice } from '#server/login/shown-notice.ts';
import type { Call, CallDeps } from './call.ts';

const flagDigit = (value: boolean): '1' | '0' => (value ? '1' : '0');

/** Calls about a client service and its settings. */
export function serviceCalls({ portal }: CallDeps): readonly Call[] {
  const requireClient = (clientId: string) => {
    const client = portal.client(clientId);
    if (!client) throw new Refusal(404, '016_1');
    return client;
  };
  return [
    {
      method: 'GET',
      path: '/data/sso/config/:clientId',
      async handle(c) {
        const client = requireClient(c.req.param('clientId') ?? '');
        const language = c.get('language');
        return answer(c, {
          idOtp: flagDigit(client.idOtp),
          passkey: flagDigit(client.passkey),
          qrCode: flagDigit(client.qrCode),
          serviceName: client.serviceName[language],
          displayContent: await shownNotice(portal, client, language),
        });
      },
    },
    {
      method: 'GET',
      path: '/data/sso/setting/password-security',
      async handle(c) {
        const { clientId } = requireClient(c.req.query('clientId') ?? '');
        const session = await c.get('requestSession').session();
        const userId = session && (await portal.proofs.newestUserId(session, wireClientId(clientId)));
        const setting = await portal.passwordSetting(clientId, userId);
        return answer(c, {
          data: [
            {
              sms: flag(setting.sms),
              internalMail: flag(setting.internalMail),
              privateMail: flag(setting.privateMail),
              mobileOtp: flag(setting.mobileOtp),
              push: flag(setting.push),
              selfAuthMethodWhenPwChange: setting.selfAuthMethodWhenPwChange,
              passwordReuseLimit: setting.passwordReuseLimit,
              provideAuthPortalPwChange: flag(setting.provideAuthPortalPwChange),
            },
          ],
        });
      },
    },
  ];
}

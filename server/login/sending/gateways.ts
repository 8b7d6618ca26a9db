import type { ServerConfig } from '#server/config/schema.ts';
import type { SmsGatewaySettings } from '#server/config/sms.ts';
import type { Carrier, Outbox } from './outbox.ts';
import type { SmsGateway } from './sms/gateway.ts';
import { type HearSms, inOrder } from './sms/in-order.ts';
import { nhn } from './sms/nhn.ts';
import { sens } from './sms/sens.ts';
import { solapi } from './sms/solapi.ts';
import { smtpOutbox } from './smtp.ts';
import { pushWebhook, smsWebhook } from './webhook.ts';

/** The gateway of each channel; null without one (012). */
export type Gateways = Readonly<Record<Carrier, Outbox | null>>;

function smsGateway(settings: SmsGatewaySettings): SmsGateway {
  switch (settings.use) {
    case 'sens':
      return sens(settings, Date.now);
    case 'solapi':
      return solapi(settings, Date.now);
    case 'nhn':
      return nhn(settings);
    case 'webhook':
      return smsWebhook(settings.url);
  }
}

/** A gateway per channel as configured; `otherwise` takes the messages of a channel that has none. */
export function gatewaysOf(
  config: ServerConfig,
  otherwise: Outbox | null,
  heard: HearSms = () => undefined,
): Gateways {
  const { smtpUrl, pushUrl } = config.gateways;
  const mail = smtpUrl === undefined ? otherwise : smtpOutbox(smtpUrl, mailFrom(config));
  return {
    sms: config.sms.length === 0 ? otherwise : inOrder(config.sms.map(smsGateway), { heard }),
    inmail: mail,
    exmail: mail,
    push: pushUrl === undefined ? otherwise : pushWebhook(pushUrl),
  };
}

/** The sender of the portal's mails. */
export const mailFrom = ({ mailFrom: configured, publicUrl }: ServerConfig): string =>
  configured ?? `no-reply@${new URL(publicUrl).hostname}`;

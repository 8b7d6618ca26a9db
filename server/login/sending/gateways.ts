import type { ServerConfig } from '#server/config/schema.ts';
import type { SmsGatewaySettings } from '#server/config/sms.ts';
import type { Carrier, Outbox } from './outbox.ts';
import { firstWorkingGateway, type ReportSms } from './sms/first-working-gateway.ts';
import type { SmsGateway } from './sms/gateway.ts';
import { nhn } from './sms/nhn.ts';
import { sens } from './sms/sens.ts';
import { solapi } from './sms/solapi.ts';
import type { UndeliveredMessage } from './sms/undelivered.ts';
import { smtpOutbox } from './smtp.ts';
import { pushWebhook, smsWebhook } from './webhook.ts';

/** The gateway of each channel; null when the channel has no gateway, so that sends are refused with 012. */
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

/**
 * The configured gateway of each channel.
 * @param fallback the gateway of the channels without a configured gateway
 */
export function gatewaysOf(
  config: ServerConfig,
  fallback: Outbox | null,
  reportSms: ReportSms = () => undefined,
  recordUndelivered: (message: UndeliveredMessage) => void = () => undefined,
): Gateways {
  const { smtpUrl, pushUrl } = config.gateways;
  const mail = smtpUrl === undefined ? fallback : smtpOutbox(smtpUrl, mailFrom(config));
  return {
    sms:
      config.sms.length === 0
        ? fallback
        : firstWorkingGateway(config.sms.map(smsGateway), { reportSms, recordUndelivered }),
    inmail: mail,
    exmail: mail,
    push: pushUrl === undefined ? fallback : pushWebhook(pushUrl),
  };
}

/** The sender address of the portal's mails. */
export const mailFrom = (config: ServerConfig): string =>
  config.mailFrom ?? `no-reply@${new URL(config.publicUrl).hostname}`;

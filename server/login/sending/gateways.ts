import type { ServerConfig } from '#server/config/schema.ts';
import type { Carrier, Outbox } from './outbox.ts';
import { smtpOutbox } from './smtp.ts';
import { pushWebhook, smsWebhook } from './webhook.ts';

/** The gateway of each channel; null without one (012). */
export type Gateways = Readonly<Record<Carrier, Outbox | null>>;

/** A gateway per channel as configured; `otherwise` takes the messages of a channel that has none. */
export function gatewaysOf(config: ServerConfig, otherwise: Outbox | null): Gateways {
  const { smtpUrl, smsUrl, pushUrl } = config.gateways;
  const mail = smtpUrl === undefined ? otherwise : smtpOutbox(smtpUrl, mailFrom(config));
  return {
    sms: smsUrl === undefined ? otherwise : smsWebhook(smsUrl),
    inmail: mail,
    exmail: mail,
    push: pushUrl === undefined ? otherwise : pushWebhook(pushUrl),
  };
}

const mailFrom = ({ mailFrom: configured, publicUrl }: ServerConfig): string =>
  configured ?? `no-reply@${new URL(publicUrl).hostname}`;

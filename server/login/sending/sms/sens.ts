import { createHmac } from 'node:crypto';
import type { SensSettings } from '#server/config/sms.ts';
import { GatewayError } from '#server/login/sending/gateway-error.ts';
import { alimtalkOf, alimtalkRefused } from './alimtalk.ts';
import type { AskDelivery, Delivery, Sms, SmsGateway } from './gateway.ts';
import { koreanNumber } from './phone-number.ts';
import { callGateway, failureOfStatus, firstOf, type GatewayRequest, textOf } from './request.ts';
import { isShort, subjectOf } from './text-type.ts';

const NAME = 'sens';

/** `A000` of an Alimtalk request: it was taken. */
const TAKEN = 'A000';

/**
 * NAVER Cloud SENS, SMS v2 and Alimtalk v2 (api.ncloud-docs.com/docs/sens-overview). Each call is signed: HMAC-SHA256
 * of `METHOD path?query`, timestamp and access key, each on its line.
 * @param now epoch milliseconds
 */
export function sens(
  { url, serviceId, accessKey, secretKey, from, alimtalk }: SensSettings,
  now: () => number,
): SmsGateway {
  const call = ({
    method,
    path,
    body,
    timeoutMs,
  }: Omit<GatewayRequest, 'url' | 'headers'> & { path: string }) => {
    const target = new URL(path, url);
    const timestamp = String(now());
    const signed = `${method} ${target.pathname}${target.search}\n${timestamp}\n${accessKey}`;
    const headers = {
      'x-ncp-apigw-timestamp': timestamp,
      'x-ncp-iam-access-key': accessKey,
      'x-ncp-apigw-signature-v2': createHmac('sha256', secretKey).update(signed).digest('base64'),
    };
    return callGateway(NAME, { method, url: target, headers, body, timeoutMs });
  };

  const refused = (status: number): GatewayError => {
    const failure = failureOfStatus(status);
    return new GatewayError(`${NAME}: ${failure} (HTTP ${status})`, failure);
  };

  /** SENS names a message by its request first, and then by an id of its own. */
  const askDelivery =
    (requestId: string, timeoutMs: number): AskDelivery =>
    async () => {
      const messages = `/sms/v2/services/${serviceId}/messages`;
      const query = new URLSearchParams({ requestId });
      const listed = await call({ method: 'GET', path: `${messages}?${query}`, timeoutMs });
      const messageId = textOf(firstOf(listed.fields['messages'])['messageId']);
      if (messageId === '') return 'waiting';
      const path = `${messages}/${encodeURIComponent(messageId)}`;
      const { fields } = await call({ method: 'GET', path, timeoutMs });
      return deliveryOf(firstOf(fields['messages']));
    };

  const sendText = async ({ text }: Sms, to: string, timeoutMs: number): Promise<AskDelivery> => {
    const { status, fields } = await call({
      method: 'POST',
      path: `/sms/v2/services/${serviceId}/messages`,
      body: {
        type: isShort(text) ? 'SMS' : 'LMS',
        contentType: 'COMM',
        countryCode: '82',
        from,
        ...(!isShort(text) && { subject: subjectOf(text) }),
        content: text,
        messages: [{ to }],
      },
      timeoutMs,
    });
    if (status !== 202) throw refused(status);
    return askDelivery(textOf(fields['requestId']), timeoutMs);
  };

  /** Whether Alimtalk took the message. SENS sends the SMS by itself when the person cannot be reached by it. */
  const sendAlimtalk = async (sms: Sms, to: string, timeoutMs: number): Promise<boolean> => {
    const filled = alimtalkOf(alimtalk?.templates, sms.oneTimeCode);
    if (!alimtalk || !filled) return false;
    const { status, fields } = await call({
      method: 'POST',
      path: `/alimtalk/v2/services/${alimtalk.serviceId}/messages`,
      body: {
        plusFriendId: alimtalk.channel,
        templateCode: filled.templateCode,
        messages: [
          {
            countryCode: '82',
            to,
            content: filled.content,
            useSmsFailover: true,
            failoverConfig: { type: 'SMS', from, content: sms.text },
          },
        ],
      },
      timeoutMs,
    });
    const code = textOf(firstOf(fields['messages'])['requestStatusCode']) || `HTTP ${status}`;
    if (code !== TAKEN) alimtalkRefused(NAME, code);
    return code === TAKEN;
  };

  return {
    name: NAME,
    async send(sms, timeoutMs) {
      const to = koreanNumber(NAME, sms.to);
      if (await sendAlimtalk(sms, to, timeoutMs)) return null;
      return sendText(sms, to, timeoutMs);
    },
  };
}

function deliveryOf(message: Readonly<Record<string, unknown>>): Delivery {
  if (message['status'] !== 'COMPLETED') return 'waiting';
  const code = textOf(message['statusCode']);
  return code === '0' ? 'delivered' : { failure: 'refused', code };
}

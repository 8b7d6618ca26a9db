import { createHmac } from 'node:crypto';
import type { SensSettings } from '#server/config/sms.ts';
import { GatewayError } from '#server/login/sending/gateway-error.ts';
import { alimtalkOf, logRefusedAlimtalk } from './alimtalk.ts';
import { CARRIER_CODES, type FailureCodes, failureIn } from './failure-codes.ts';
import type { CheckDelivery, Delivery, Sms, SmsGateway } from './gateway.ts';
import { koreanNumber } from './phone-number.ts';
import {
  callGateway,
  type Fields,
  failureOfStatus,
  fieldsOf,
  firstOf,
  type GatewayRequest,
  textOf,
} from './request.ts';
import { isShort, subjectOf } from './text-type.ts';

const NAME = 'sens';

/** Status of an Alimtalk request that was accepted. */
const TAKEN = 'A000';

/** Status of an Alimtalk that was delivered (api.ncloud-docs.com/docs/sens-alimtalk-get). */
const ALIMTALK_DELIVERED = '0000';

/**
 * Error codes of calls (api.ncloud-docs.com/docs/common-ncpapi) and result codes of SENS itself, which start with S
 * (api.ncloud-docs.com/docs/sens-sms-get).
 */
const OWN_CODES: FailureCodes = {
  limit: ['400', '410', '420', 'S004'],
  credentials: ['200', '210', '300'],
  sender: ['S012'],
  content: ['430', 'S003'],
  outage: ['S000', 'S001', 'S998'],
};

const failureOf = (code: string) => failureIn(code, OWN_CODES, CARRIER_CODES);

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

  const refused = (status: number, fields: Fields): GatewayError => {
    const code = textOf(fieldsOf(fields['error'])['errorCode']);
    const failure = failureOf(code) ?? failureOfStatus(status);
    return new GatewayError(`${NAME}: ${failure} (${code || `HTTP ${status}`})`, failure);
  };

  /** SENS looks a message up by its request id first, then by the message id that this returns. */
  const checkDelivery =
    (requestId: string, timeoutMs: number): CheckDelivery =>
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

  const sendText = async ({ text }: Sms, to: string, timeoutMs: number): Promise<CheckDelivery> => {
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
    if (status !== 202) throw refused(status, fields);
    return checkDelivery(textOf(fields['requestId']), timeoutMs);
  };

  /**
   * Sends an Alimtalk; null when there is no template or it was not accepted. SENS itself sends the SMS when the Alimtalk
   * cannot be delivered, and reports no status of that SMS.
   */
  const sendAlimtalk = async (sms: Sms, to: string, timeoutMs: number): Promise<CheckDelivery | null> => {
    const filled = alimtalkOf(alimtalk?.templates, sms.oneTimeCode);
    if (!alimtalk || !filled) return null;
    const messages = `/alimtalk/v2/services/${alimtalk.serviceId}/messages`;
    const { status, fields } = await call({
      method: 'POST',
      path: messages,
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
    const taken = firstOf(fields['messages']);
    const code = textOf(taken['requestStatusCode']) || `HTTP ${status}`;
    if (code !== TAKEN) {
      logRefusedAlimtalk(NAME, code);
      return null;
    }
    return async () => {
      const path = `${messages}/${encodeURIComponent(textOf(taken['messageId']))}`;
      const asked = await call({ method: 'GET', path, timeoutMs });
      return alimtalkDeliveryOf(asked.fields);
    };
  };

  return {
    name: NAME,
    async send(sms, timeoutMs) {
      const to = koreanNumber(NAME, sms.to);
      return (await sendAlimtalk(sms, to, timeoutMs)) ?? sendText(sms, to, timeoutMs);
    },
  };
}

/** Delivery status of an Alimtalk; its code counts only once the message is final. */
function alimtalkDeliveryOf(message: Fields): Delivery {
  const code = textOf(message['messageStatusCode']);
  if (code === ALIMTALK_DELIVERED) return 'delivered';
  return message['messageStatusName'] === 'fail' ? { failure: 'replaced', code } : 'waiting';
}

function deliveryOf(message: Fields): Delivery {
  if (message['status'] !== 'COMPLETED') return 'waiting';
  const code = textOf(message['statusCode']);
  return code === '0' ? 'delivered' : { failure: failureOf(code) ?? 'refused', code };
}

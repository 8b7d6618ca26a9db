import { createHmac } from 'node:crypto';
import type { SensSettings } from '#server/config/sms.ts';
import { GatewayError } from '#server/login/sending/gateway-error.ts';
import { fillAlimtalk, logRefusedAlimtalk } from './alimtalk.ts';
import { CARRIER_CODES, type FailureCodes, failureOfCode } from './failure-codes.ts';
import type { DeliveryStatus, FetchDeliveryStatus, Sms, SmsDeliveryStatus, SmsGateway } from './gateway.ts';
import { koreanNumber } from './phone-number.ts';
import {
  callGateway,
  type Fields,
  failureOfStatus,
  fieldsOf,
  firstFieldsOf,
  type GatewayRequest,
  textOf,
} from './request.ts';
import { fitsIntoSms, lmsSubjectOf } from './text-type.ts';

const NAME = 'sens';

/** The status code of an accepted Alimtalk. */
const ACCEPTED = 'A000';

/** The status code of a delivered Alimtalk (api.ncloud-docs.com/docs/sens-alimtalk-get). */
const ALIMTALK_DELIVERED = '0000';

/**
 * The error codes of calls (api.ncloud-docs.com/docs/common-ncpapi), and the result codes of SENS, which start with S
 * (api.ncloud-docs.com/docs/sens-sms-get).
 */
const SENS_CODES: FailureCodes = {
  limit: ['400', '410', '420', 'S004'],
  credentials: ['200', '210', '300'],
  sender: ['S012'],
  content: ['430', 'S003'],
  outage: ['S000', 'S001', 'S998'],
};

type SignedRequest = {
  readonly method: string;
  /** The path with the query. */
  readonly path: string;
  /** Epoch milliseconds. */
  readonly timestamp: string;
  readonly accessKey: string;
  readonly secretKey: string;
};

/**
 * The signature of a call: HMAC-SHA256 of `METHOD path?query`, the timestamp and the access key, each in a line
 * (api.ncloud-docs.com/docs/common-ncpapi).
 */
export const sensSignature = ({ method, path, timestamp, accessKey, secretKey }: SignedRequest): string =>
  createHmac('sha256', secretKey).update(`${method} ${path}\n${timestamp}\n${accessKey}`).digest('base64');

const failureOf = (code: string) => failureOfCode(code, SENS_CODES, CARRIER_CODES);

/**
 * The gateway NAVER Cloud SENS: SMS v2 and Alimtalk v2 (api.ncloud-docs.com/docs/sens-overview).
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
    const headers = {
      'x-ncp-apigw-timestamp': timestamp,
      'x-ncp-iam-access-key': accessKey,
      'x-ncp-apigw-signature-v2': sensSignature({
        method,
        path: `${target.pathname}${target.search}`,
        timestamp,
        accessKey,
        secretKey,
      }),
    };
    return callGateway(NAME, { method, url: target, headers, body, timeoutMs });
  };

  const gatewayErrorOf = (status: number, fields: Fields): GatewayError => {
    const code = textOf(fieldsOf(fields['error'])['errorCode']);
    const failure = failureOf(code) ?? failureOfStatus(status);
    return new GatewayError(`${NAME}: ${failure} (${code || `HTTP ${status}`})`, failure);
  };

  /** Requests the delivery status of an SMS: first the message id of the request, then the status of the message. */
  const requestSmsDelivery = async (requestId: string, timeoutMs: number): Promise<SmsDeliveryStatus> => {
    const messagesPath = `/sms/v2/services/${serviceId}/messages`;
    const query = new URLSearchParams({ requestId });
    const messageList = await call({ method: 'GET', path: `${messagesPath}?${query}`, timeoutMs });
    const messageId = textOf(firstFieldsOf(messageList.fields['messages'])['messageId']);
    if (messageId === '') return 'waiting';
    const path = `${messagesPath}/${encodeURIComponent(messageId)}`;
    const { fields } = await call({ method: 'GET', path, timeoutMs });
    return deliveryOf(firstFieldsOf(fields['messages']));
  };

  /**
   * Requests the delivery status of an Alimtalk. A failure counts only when the status is final. If the request id of
   * the SMS that replaces the Alimtalk is not known, the status of the SMS is `waiting`.
   */
  const requestAlimtalkDelivery = async (path: string, timeoutMs: number): Promise<DeliveryStatus> => {
    const { fields } = await call({ method: 'GET', path, timeoutMs });
    const alimtalkCode = textOf(fields['messageStatusCode']);
    if (alimtalkCode === ALIMTALK_DELIVERED) return 'delivered';
    if (fields['messageStatusName'] !== 'fail') return 'waiting';
    const requestId = textOf(fieldsOf(fields['failover'])['requestId']);
    return {
      alimtalkCode,
      sms: requestId === '' ? 'waiting' : await requestSmsDelivery(requestId, timeoutMs),
    };
  };

  const sendText = async ({ text }: Sms, to: string, timeoutMs: number): Promise<FetchDeliveryStatus> => {
    const { status, fields } = await call({
      method: 'POST',
      path: `/sms/v2/services/${serviceId}/messages`,
      body: {
        type: fitsIntoSms(text) ? 'SMS' : 'LMS',
        contentType: 'COMM',
        countryCode: '82',
        from,
        ...(!fitsIntoSms(text) && { subject: lmsSubjectOf(text) }),
        content: text,
        messages: [{ to }],
      },
      timeoutMs,
    });
    if (status !== 202) throw gatewayErrorOf(status, fields);
    const requestId = textOf(fields['requestId']);
    return () => requestSmsDelivery(requestId, timeoutMs);
  };

  /**
   * Sends an Alimtalk. Null when there is no template, or SENS did not accept the Alimtalk. SENS sends an SMS when it
   * cannot deliver the Alimtalk.
   */
  const sendAlimtalk = async (
    sms: Sms,
    to: string,
    timeoutMs: number,
  ): Promise<FetchDeliveryStatus | null> => {
    const filledTemplate = fillAlimtalk(alimtalk?.templates, sms.oneTimeCode);
    if (!alimtalk || !filledTemplate) return null;
    const messagesPath = `/alimtalk/v2/services/${alimtalk.serviceId}/messages`;
    const { status, fields } = await call({
      method: 'POST',
      path: messagesPath,
      body: {
        plusFriendId: alimtalk.channel,
        templateCode: filledTemplate.templateCode,
        messages: [
          {
            countryCode: '82',
            to,
            content: filledTemplate.content,
            useSmsFailover: true,
            failoverConfig: { type: 'SMS', from, content: sms.text },
          },
        ],
      },
      timeoutMs,
    });
    const message = firstFieldsOf(fields['messages']);
    const code = textOf(message['requestStatusCode']) || `HTTP ${status}`;
    if (code !== ACCEPTED) {
      logRefusedAlimtalk(NAME, code);
      return null;
    }
    const path = `${messagesPath}/${encodeURIComponent(textOf(message['messageId']))}`;
    return () => requestAlimtalkDelivery(path, timeoutMs);
  };

  return {
    name: NAME,
    async send(sms, timeoutMs) {
      const to = koreanNumber(NAME, sms.to);
      return (await sendAlimtalk(sms, to, timeoutMs)) ?? sendText(sms, to, timeoutMs);
    },
  };
}

function deliveryOf(message: Fields): SmsDeliveryStatus {
  if (message['status'] !== 'COMPLETED') return 'waiting';
  const code = textOf(message['statusCode']);
  return code === '0' ? 'delivered' : { failure: failureOf(code) ?? 'refused', code };
}

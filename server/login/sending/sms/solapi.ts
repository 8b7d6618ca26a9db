import { createHmac, randomBytes } from 'node:crypto';
import type { SolapiSettings } from '#server/config/sms.ts';
import { GatewayError } from '#server/login/sending/gateway-error.ts';
import { fillAlimtalk, logRefusedAlimtalk } from './alimtalk.ts';
import { type FailureCodes, failureOfCode } from './failure-codes.ts';
import type { DeliveryStatus, FetchDeliveryStatus, Sms, SmsDeliveryStatus, SmsGateway } from './gateway.ts';
import { koreanNumber } from './phone-number.ts';
import {
  callGateway,
  type Fields,
  failureOfStatus,
  fieldsOf,
  type GatewayRequest,
  textOf,
} from './request.ts';
import { fitsIntoSms, lmsSubjectOf } from './text-type.ts';

const NAME = 'solapi';

/** The status code of an accepted message. */
const ACCEPTED = '2000';

/** The status code of a message that was sent to the carrier. */
const SENT = '3000';

/** The status code of a delivered message. */
const DELIVERED = '4000';

/**
 * The status codes of messages, and the error codes of refused calls (docs.solapi.com, "message-status-codes" and
 * "api-key").
 */
const SOLAPI_CODES: FailureCodes = {
  number: ['3010', '3032'],
  blocked: ['1060', '1061', '2060', '2061', '3047'],
  phone: '3040 3041 3042 3043 3044 3045 3046 3050 3051 3056 3057'.split(' '),
  credit: ['1030', '2230', 'NotEnoughBalance', 'BalanceInsufficient'],
  limit: ['1026'],
  credentials:
    '1020 1064 2063 2064 InvalidAPIKey SignatureDoesNotMatch RequestTimeTooSkewed DuplicatedSignature Forbidden'.split(
      ' ',
    ),
  sender: ['1062', '2062', '3013', '3059'],
  content: '1011 1013 1014 1027 1028 1029 1031 2011 2254 3011 3054 3055'.split(' '),
  outage: ['1024', '1058', '2024', '3012', '3024', '3053', '3058'],
};

/** The status codes of an Alimtalk that KakaoTalk did not deliver. Solapi sends an SMS instead. */
const ALIMTALK_FAILED = /^310\d$/;

/**
 * The gateway Solapi: messages v4. Each call is signed with an HMAC-SHA256 of the date and a new salt (docs.solapi.com,
 * "api-key").
 * @param now epoch milliseconds
 */
export function solapi(
  { url, apiKey, apiSecret, from, alimtalk }: SolapiSettings,
  now: () => number,
): SmsGateway {
  const call = ({
    method,
    path,
    body,
    timeoutMs,
  }: Omit<GatewayRequest, 'url' | 'headers'> & { path: string }) => {
    const date = new Date(now()).toISOString();
    const salt = randomBytes(16).toString('hex');
    const signature = createHmac('sha256', apiSecret).update(`${date}${salt}`).digest('hex');
    const headers = {
      Authorization: `HMAC-SHA256 apiKey=${apiKey}, date=${date}, salt=${salt}, signature=${signature}`,
    };
    return callGateway(NAME, { method, url: new URL(path, url), headers, body, timeoutMs });
  };

  /** Each message is in a separate group. The SMS that replaces an Alimtalk is in the same group. */
  const deliveryRequest =
    (groupId: string, timeoutMs: number): FetchDeliveryStatus =>
    async () => {
      const query = new URLSearchParams({ groupId });
      const { fields } = await call({ method: 'GET', path: `/messages/v4/list?${query}`, timeoutMs });
      return groupDeliveryOf(Object.values(fieldsOf(fields['messageList'])).map(fieldsOf));
    };

  const post = async (message: Readonly<Record<string, unknown>>, timeoutMs: number) => {
    const { status, fields } = await call({
      method: 'POST',
      path: '/messages/v4/send',
      body: { message },
      timeoutMs,
    });
    const code = textOf(status < 300 ? fields['statusCode'] : fields['errorCode']) || `HTTP ${status}`;
    if (code !== ACCEPTED) {
      const failure = failureOfCode(code, SOLAPI_CODES) ?? failureOfStatus(status);
      throw new GatewayError(`${NAME}: ${failure} (${code})`, failure);
    }
    return deliveryRequest(textOf(fields['groupId']), timeoutMs);
  };

  /**
   * The Alimtalk for a code; null when there is no template. Solapi sends the same text by SMS when it cannot deliver
   * the Alimtalk.
   */
  const alimtalkMessageOf = (sms: Sms, to: string) => {
    const filledTemplate = fillAlimtalk(alimtalk?.templates, sms.oneTimeCode);
    if (!alimtalk || !filledTemplate) return null;
    const kakaoOptions = {
      pfId: alimtalk.channel,
      templateId: filledTemplate.templateCode,
      disableSms: false,
    };
    return { to, from, country: '82', type: 'ATA', text: filledTemplate.content, kakaoOptions };
  };

  const textMessageOf = ({ text }: Sms, to: string) => ({
    to,
    from,
    country: '82',
    type: fitsIntoSms(text) ? 'SMS' : 'LMS',
    ...(!fitsIntoSms(text) && { subject: lmsSubjectOf(text) }),
    text,
  });

  return {
    name: NAME,
    async send(sms, timeoutMs) {
      const to = koreanNumber(NAME, sms.to);
      const alimtalkMessage = alimtalkMessageOf(sms, to);
      if (alimtalkMessage) {
        try {
          return await post(alimtalkMessage, timeoutMs);
        } catch (error) {
          if (!(error instanceof GatewayError) || error.failure === 'outage') throw error;
          logRefusedAlimtalk(NAME, error.code);
        }
      }
      return post(textMessageOf(sms, to), timeoutMs);
    },
  };
}

function deliveryOf(code: string): SmsDeliveryStatus {
  if (code === DELIVERED) return 'delivered';
  if (['', ACCEPTED, SENT].includes(code)) return 'waiting';
  return { failure: failureOfCode(code, SOLAPI_CODES) ?? 'refused', code };
}

const isReplacement = ({ replacement }: Fields): boolean => replacement === true || replacement === 1;

/**
 * The delivery status of a message and, if an SMS replaces an Alimtalk, of the SMS (docs.solapi.com, "getMessageList").
 */
function groupDeliveryOf(messages: readonly Fields[]): DeliveryStatus {
  const codes = messages.map(({ statusCode }) => textOf(statusCode));
  const alimtalkCode = codes.find((code) => ALIMTALK_FAILED.test(code));
  const replacement = messages.find(isReplacement);
  if (alimtalkCode === undefined && !replacement) return deliveryOf(codes[0] ?? '');
  const smsCode = textOf(replacement?.['statusCode']);
  return {
    // Solapi may replace the status code of the Alimtalk by the status code of the SMS.
    alimtalkCode: alimtalkCode ?? 'replacement',
    sms: ALIMTALK_FAILED.test(smsCode) ? 'waiting' : deliveryOf(smsCode),
  };
}

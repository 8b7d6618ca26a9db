import type { NhnSettings } from '#server/config/sms.ts';
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

const NAME = 'nhn';

/** The result code of an accepted call or message. */
const ACCEPTED = '0';

/** The result code of a delivered message. */
const DELIVERED = '1000';

/** Statuses of the SMS that replaces an Alimtalk (docs.nhncloud.com, KakaoTalk Bizmessage > "alimtalk-api-guide"). */
const NOT_RESENT = 'RSC01';
const RESENDING = 'RSC03';
const RESENT = 'RSC04';
const RESENDING_FAILED = 'RSC05';

/** The result codes of calls (docs.nhncloud.com, Notification > SMS > "error-code"). */
const CALL_CODES: FailureCodes = {
  number: ['-2018', '-2019'],
  blocked: ['-6001'],
  abroad: ['-2044', '-2045', '-2046'],
  limit: ['-2047'],
  credentials: ['-1000', '-1001', '-1002', '-1003', '-1004', '-1007', '-1008'],
  sender: ['-2312', '-2313'],
  content: ['-2014', '-2015', '-2023'],
  outage: ['-2021', '-9999'],
};

const failureOf = (code: string) => failureOfCode(code, CALL_CODES, CARRIER_CODES);

/** The gateway NHN Cloud: SMS v3.0 and Alimtalk v2.3 (docs.nhncloud.com, Notification). */
export function nhn({ url, alimtalkUrl, appKey, secretKey, from, alimtalk }: NhnSettings): SmsGateway {
  const headers = { 'X-Secret-Key': secretKey };
  const call = (request: Omit<GatewayRequest, 'headers'>) => callGateway(NAME, { ...request, headers });

  const gatewayErrorOf = (status: number, code: string): GatewayError => {
    const failure = failureOf(code) ?? failureOfStatus(status);
    return new GatewayError(`${NAME}: ${failure} (${code || `HTTP ${status}`})`, failure);
  };

  const deliveryRequest =
    (target: URL, requestId: string, recipientSeq: string, timeoutMs: number): FetchDeliveryStatus =>
    async () => {
      const resultUrl = new URL(`${target}/${encodeURIComponent(requestId)}`);
      resultUrl.searchParams.set('recipientSeq', recipientSeq);
      const { fields } = await call({ method: 'GET', url: resultUrl, timeoutMs });
      return deliveryOf(textOf(fieldsOf(fieldsOf(fields['body'])['data'])['resultCode']));
    };

  const sendText = async ({ text }: Sms, to: string, timeoutMs: number): Promise<FetchDeliveryStatus> => {
    const target = new URL(`/sms/v3.0/appKeys/${appKey}/sender/${fitsIntoSms(text) ? 'sms' : 'mms'}`, url);
    const { status, fields } = await call({
      method: 'POST',
      url: target,
      body: {
        ...(!fitsIntoSms(text) && { title: lmsSubjectOf(text) }),
        body: text,
        sendNo: from,
        recipientList: [{ recipientNo: to }],
      },
      timeoutMs,
    });
    const data = fieldsOf(fieldsOf(fields['body'])['data']);
    const sendResult = firstFieldsOf(data['sendResultList']);
    const codes = [fieldsOf(fields['header'])['resultCode'], sendResult['resultCode']].map(textOf);
    const refusalCode = codes.find((code) => code !== ACCEPTED);
    if (refusalCode !== undefined) throw gatewayErrorOf(status, refusalCode);
    return deliveryRequest(target, textOf(data['requestId']), textOf(sendResult['recipientSeq']), timeoutMs);
  };

  /**
   * Sends an Alimtalk. Null when there is no template, or NHN Cloud did not accept the Alimtalk. NHN Cloud sends an SMS
   * when it cannot deliver the Alimtalk.
   */
  const sendAlimtalk = async (
    sms: Sms,
    to: string,
    timeoutMs: number,
  ): Promise<FetchDeliveryStatus | null> => {
    const filledTemplate = fillAlimtalk(alimtalk?.templates, sms.oneTimeCode);
    if (!alimtalk || !filledTemplate) return null;
    const service = `/alimtalk/v2.3/appkeys/${alimtalk.appKey}`;
    const { status, fields } = await call({
      method: 'POST',
      url: new URL(`${service}/raw-messages`, alimtalkUrl),
      body: {
        senderKey: alimtalk.channel,
        templateCode: filledTemplate.templateCode,
        recipientList: [
          {
            recipientNo: to,
            content: filledTemplate.content,
            resendParameter: {
              isResend: true,
              resendType: 'SMS',
              resendContent: sms.text,
              resendSendNo: from,
            },
          },
        ],
      },
      timeoutMs,
    });
    const answer = fieldsOf(fields['message']);
    const sendResult = firstFieldsOf(answer['sendResults']);
    const codes = [fieldsOf(fields['header'])['resultCode'], sendResult['resultCode']].map(textOf);
    const refusalCode = codes.find((code) => code !== ACCEPTED);
    if (refusalCode !== undefined) {
      logRefusedAlimtalk(NAME, refusalCode || `HTTP ${status}`);
      return null;
    }
    const ids = [answer['requestId'], sendResult['recipientSeq']].map((id) => encodeURIComponent(textOf(id)));
    return async () => {
      const url = new URL(`${service}/messages/${ids.join('/')}`, alimtalkUrl);
      const response = await call({ method: 'GET', url, timeoutMs });
      return alimtalkDeliveryOf(fieldsOf(response.fields['message']));
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

function deliveryOf(code: string): SmsDeliveryStatus {
  if (code === DELIVERED) return 'delivered';
  return code === '' ? 'waiting' : { failure: failureOf(code) ?? 'refused', code };
}

/** The delivery status of an Alimtalk and, if an SMS replaces it, of the SMS. */
function alimtalkDeliveryOf(message: Fields): DeliveryStatus {
  const [resendStatus = '', alimtalkCode = '', smsCode = ''] = [
    'resendStatus',
    'resultCode',
    'resendResultCode',
  ].map((name) => textOf(message[name]));
  if (alimtalkCode === DELIVERED) return 'delivered';
  // Result codes of KakaoTalk are not looked up in the tables: carriers use the same numbers for other failures.
  const undelivered = { failure: 'refused', code: alimtalkCode || resendStatus } as const;
  switch (resendStatus) {
    case NOT_RESENT:
      return alimtalkCode === '' ? 'waiting' : undelivered;
    case RESENDING:
      return { alimtalkCode, sms: 'waiting' };
    case RESENT:
      return { alimtalkCode, sms: smsCode === '' ? 'delivered' : deliveryOf(smsCode) };
    case RESENDING_FAILED:
      return { alimtalkCode, sms: smsCode === '' ? undelivered : deliveryOf(smsCode) };
    default:
      return 'waiting';
  }
}

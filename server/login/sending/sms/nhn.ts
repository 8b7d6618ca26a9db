import type { NhnSettings } from '#server/config/sms.ts';
import { GatewayError, type GatewayFailure } from '#server/login/sending/gateway-error.ts';
import { alimtalkOf, alimtalkRefused } from './alimtalk.ts';
import type { AskDelivery, Delivery, Sms, SmsGateway } from './gateway.ts';
import { koreanNumber } from './phone-number.ts';
import { callGateway, failureOfStatus, fieldsOf, firstOf, type GatewayRequest, textOf } from './request.ts';
import { isShort, subjectOf } from './text-type.ts';

const NAME = 'nhn';

const TAKEN = '0';

const DELIVERED = '1000';

/** Result codes of calls (below 0) and of deliveries (docs.nhncloud.com, Notification > SMS > "error-code"). */
const FAILURES: Readonly<Partial<Record<GatewayFailure, readonly string[]>>> = {
  number: ['-2018', '-2019', '1002', '3001', '3003'],
  blocked: ['-6001', '3006', '3013'],
  abroad: ['-2044', '-2045', '-2046'],
  phone: '1019 2000 2001 2002 2003 2004 2005 2006 2007 3004 3005 3008'.split(' '),
  limit: ['-2047'],
  credentials: ['-1000', '-1001', '-1002', '-1003', '-1004', '-1007', '-1008'],
  sender: ['-2312', '-2313', '1003', '3017', '3018', '3019'],
  content: ['-2014', '-2015', '-2023', '3009', '3012'],
  outage: ['-2021', '-9999', '1001', '3011', '3015'],
};

const failureOf = (code: string): GatewayFailure | undefined =>
  (Object.keys(FAILURES) as GatewayFailure[]).find((failure) => FAILURES[failure]?.includes(code));

/** NHN Cloud, SMS v3.0 and Alimtalk v2.3; calls carry the secret key (docs.nhncloud.com, Notification). */
export function nhn({ url, alimtalkUrl, appKey, secretKey, from, alimtalk }: NhnSettings): SmsGateway {
  const headers = { 'X-Secret-Key': secretKey };
  const call = (request: Omit<GatewayRequest, 'headers'>) => callGateway(NAME, { ...request, headers });

  const refused = (status: number, code: string): GatewayError => {
    const failure = failureOf(code) ?? failureOfStatus(status);
    return new GatewayError(`${NAME}: ${failure} (${code || `HTTP ${status}`})`, failure);
  };

  const askDelivery =
    (target: URL, requestId: string, recipientSeq: string, timeoutMs: number): AskDelivery =>
    async () => {
      const asked = new URL(`${target}/${encodeURIComponent(requestId)}`);
      asked.searchParams.set('recipientSeq', recipientSeq);
      const { fields } = await call({ method: 'GET', url: asked, timeoutMs });
      return deliveryOf(textOf(fieldsOf(fieldsOf(fields['body'])['data'])['resultCode']));
    };

  const sendText = async ({ text }: Sms, to: string, timeoutMs: number): Promise<AskDelivery> => {
    const target = new URL(`/sms/v3.0/appKeys/${appKey}/sender/${isShort(text) ? 'sms' : 'mms'}`, url);
    const { status, fields } = await call({
      method: 'POST',
      url: target,
      body: {
        ...(!isShort(text) && { title: subjectOf(text) }),
        body: text,
        sendNo: from,
        recipientList: [{ recipientNo: to }],
      },
      timeoutMs,
    });
    const data = fieldsOf(fieldsOf(fields['body'])['data']);
    const sent = firstOf(data['sendResultList']);
    const codes = [fieldsOf(fields['header'])['resultCode'], sent['resultCode']].map(textOf);
    const code = codes.find((one) => one !== TAKEN);
    if (code !== undefined) throw refused(status, code);
    return askDelivery(target, textOf(data['requestId']), textOf(sent['recipientSeq']), timeoutMs);
  };

  /** Whether Alimtalk took the message. NHN Cloud sends the SMS by itself when the person cannot be reached by it. */
  const sendAlimtalk = async (sms: Sms, to: string, timeoutMs: number): Promise<boolean> => {
    const filled = alimtalkOf(alimtalk?.templates, sms.oneTimeCode);
    if (!alimtalk || !filled) return false;
    const { status, fields } = await call({
      method: 'POST',
      url: new URL(`/alimtalk/v2.3/appkeys/${alimtalk.appKey}/raw-messages`, alimtalkUrl),
      body: {
        senderKey: alimtalk.channel,
        templateCode: filled.templateCode,
        recipientList: [
          {
            recipientNo: to,
            content: filled.content,
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
    const sent = firstOf(fieldsOf(fields['message'])['sendResults']);
    const codes = [fieldsOf(fields['header'])['resultCode'], sent['resultCode']].map(textOf);
    const refusal = codes.find((code) => code !== TAKEN);
    if (refusal !== undefined) alimtalkRefused(NAME, refusal || `HTTP ${status}`);
    return refusal === undefined;
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

function deliveryOf(code: string): Delivery {
  if (code === DELIVERED) return 'delivered';
  return code === '' ? 'waiting' : { failure: failureOf(code) ?? 'refused', code };
}

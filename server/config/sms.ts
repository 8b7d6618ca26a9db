import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as v from 'valibot';
import { ConfigError } from './config-error.ts';
import { httpUrl, text, withDescription } from './values.ts';

/** Words that ask the reader to open or install something; Kakao blocks businesses that send such messages. */
const ASKS_TO_OPEN_OR_INSTALL =
  /설치|다운로드|내려받|바로\s?가기|링크|접속|실행|https?:|www\.|\binstall|\bdownload|\bopen\b|\bclick\b/i;

const template = v.strictObject({
  templateCode: withDescription(text, 'Code of the template, as the gateway names it.'),
  content: v.pipe(
    v.string(),
    v.includes('#{code}', 'must contain #{code}'),
    v.check(
      (content) => !ASKS_TO_OPEN_OR_INSTALL.test(content),
      'must not ask people to open or install anything',
    ),
    v.description('Text of the template as it was approved, with #{code} and #{service}.'),
  ),
});

const templates = v.strictObject({
  ko: withDescription(template, 'For people who read Korean.'),
  en: v.optional(withDescription(template, 'For people who read English; by default they get an SMS.')),
});

const alimtalk = {
  channel: withDescription(
    text,
    'ID of the KakaoTalk channel: plusFriendId at SENS, pfId at Solapi, senderKey at NHN Cloud.',
  ),
  templates: withDescription(templates, 'The approved templates of a message with a code.'),
};

const secretFile = (content: string) =>
  withDescription(
    text,
    `File that contains ${content}; a relative path starts at the folder of the configuration file. A final line break is ignored.`,
  );

const senderNumber = v.pipe(
  v.string(),
  v.regex(/^\d{8,11}$/, 'must be the registered number of the sender, digits only'),
  v.description('Registered number of the sender.'),
);

const sens = v.strictObject({
  use: v.pipe(v.literal('sens'), v.description('NAVER Cloud SENS.')),
  url: v.optional(
    v.pipe(
      httpUrl,
      v.description('Address of SENS; in the cloud for government it is https://sens.apigw.gov-ntruss.com.'),
    ),
    'https://sens.apigw.ntruss.com',
  ),
  serviceId: withDescription(text, 'ID of the SMS service of the project, such as ncp:sms:kr:…:name.'),
  accessKey: withDescription(text, 'Access key of an account that may send.'),
  secretKeyFile: secretFile('the secret key'),
  from: senderNumber,
  alimtalk: v.optional(
    withDescription(
      v.strictObject({
        serviceId: withDescription(text, 'ID of the Biz Message service, such as ncp:kkobizmsg:kr:…:name.'),
        ...alimtalk,
      }),
      'Codes are sent by Alimtalk; an SMS follows when the Alimtalk does not reach the person.',
    ),
  ),
});

const solapi = v.strictObject({
  use: v.pipe(v.literal('solapi'), v.description('Solapi.')),
  url: v.optional(withDescription(httpUrl, 'Address of Solapi.'), 'https://api.solapi.com'),
  apiKey: withDescription(text, 'API key of the Solapi account.'),
  apiSecretFile: secretFile('the API secret'),
  from: senderNumber,
  alimtalk: v.optional(
    withDescription(
      v.strictObject(alimtalk),
      'Codes are sent by Alimtalk; an SMS follows when the Alimtalk does not reach the person.',
    ),
  ),
});

const nhn = v.strictObject({
  use: v.pipe(v.literal('nhn'), v.description('NHN Cloud.')),
  url: v.optional(
    withDescription(httpUrl, 'Address of the SMS service of NHN Cloud.'),
    'https://api-sms.cloud.toast.com',
  ),
  alimtalkUrl: v.optional(
    withDescription(httpUrl, 'Address of the Alimtalk service of NHN Cloud.'),
    'https://api-alimtalk.cloud.toast.com',
  ),
  appKey: withDescription(text, 'App key of the SMS service.'),
  secretKeyFile: secretFile('the secret key'),
  from: senderNumber,
  alimtalk: v.optional(
    withDescription(
      v.strictObject({ appKey: withDescription(text, 'App key of the Alimtalk service.'), ...alimtalk }),
      'Codes are sent by Alimtalk; an SMS follows when the Alimtalk does not reach the person.',
    ),
  ),
});

const webhook = v.strictObject({
  use: v.pipe(v.literal('webhook'), v.description('The gateway with the address in SMS_URL.')),
});

/** The SMS gateways. */
export const sms = v.strictObject({
  gateways: v.pipe(
    v.array(v.variant('use', [sens, solapi, nhn, webhook])),
    v.minLength(1, 'must name at least one gateway'),
    v.maxLength(2, 'must name at most two gateways'),
    v.description(
      'One or two gateways; the second gateway is used when the first fails or does not answer within 5 seconds.',
    ),
  ),
});

export type AlimtalkTemplates = v.InferOutput<typeof templates>;
export type SensSettings = Omit<v.InferOutput<typeof sens>, 'secretKeyFile'> & { readonly secretKey: string };
export type SolapiSettings = Omit<v.InferOutput<typeof solapi>, 'apiSecretFile'> & {
  readonly apiSecret: string;
};
export type NhnSettings = Omit<v.InferOutput<typeof nhn>, 'secretKeyFile'> & { readonly secretKey: string };
type WebhookSettings = { readonly use: 'webhook'; readonly url: string };

/** The settings of an SMS gateway, with the content of its secret file. */
export type SmsGatewaySettings = SensSettings | SolapiSettings | NhnSettings | WebhookSettings;

/**
 * The SMS gateways of a configuration in order of use, with their secrets. Without `settings`, `SMS_URL` is the only
 * gateway.
 * @throws ConfigError when a secret cannot be read, or when `SMS_URL` is set without a webhook in the list, or vice
 * versa
 */
export function readSms(
  settings: v.InferOutput<typeof sms> | undefined,
  smsUrl: string | undefined,
  { source, folder }: { readonly source: string; readonly folder: string },
): readonly SmsGatewaySettings[] {
  if (!settings) return smsUrl === undefined ? [] : [{ use: 'webhook', url: smsUrl }];
  const problems: string[] = [];
  const readSecret = (setting: string, path: string): string => {
    try {
      const secret = readFileSync(resolve(folder, path), 'utf8').replace(/\r?\n$/, '');
      if (secret === '') problems.push(`${setting}: is empty`);
      return secret;
    } catch (error) {
      problems.push(`${setting}: ${error instanceof Error ? error.message : String(error)}`);
      return '';
    }
  };
  const gateways = settings.gateways.map((entry, index): SmsGatewaySettings => {
    const setting = `sms.gateways[${index}]`;
    if (entry.use === 'webhook') {
      if (smsUrl === undefined) problems.push(`${setting}: SMS_URL is not set`);
      return { use: 'webhook', url: smsUrl ?? '' };
    }
    if (entry.use === 'solapi') {
      const { apiSecretFile, ...rest } = entry;
      return { ...rest, apiSecret: readSecret(`${setting}.apiSecretFile`, apiSecretFile) };
    }
    const { secretKeyFile, ...rest } = entry;
    return { ...rest, secretKey: readSecret(`${setting}.secretKeyFile`, secretKeyFile) };
  });
  if (smsUrl !== undefined && !settings.gateways.some(({ use }) => use === 'webhook')) {
    problems.push('sms.gateways: does not name the webhook, though SMS_URL is set');
  }
  if (problems.length > 0) throw new ConfigError(source, problems);
  return gateways;
}
